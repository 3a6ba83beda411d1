import { Button, Group, Title } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { icon } from '../theme/theme.ts'
import classes from './SectionCard.module.css'

interface SectionCardProps {
  /** The anchor, where something leads to it. */
  id?: string
  title: string
  /** What has to be known to read it. */
  about?: string
  /** Stands at the right of the heading. */
  action?: ReactNode
  danger?: boolean
  /** One of many on a page full of numbers. */
  dense?: boolean
  children: ReactNode
}

/** One of the parts that a page of the portal is made of. */
export function SectionCard({ id, title, about, action, danger, dense, children }: SectionCardProps) {
  const headingId = useId()
  return (
    <section
      id={id}
      className={classes.section}
      aria-labelledby={headingId}
      data-danger={danger || undefined}
      data-dense={dense || undefined}
    >
      <div className={classes.head}>
        <div>
          <Title order={2} id={headingId} className={classes.title}>
            <bdi>{title}</bdi>
          </Title>
          {about && <p className={classes.about}>{about}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}

/** The inside of a section; a section may have several, divided by lines. */
export const SectionBody = ({ children }: { children: ReactNode }) => <div className={classes.body}>{children}</div>

/** Where a section's form is sent. */
export const SectionFooter = ({ children }: { children: ReactNode }) => <div className={classes.foot}>{children}</div>

interface SectionErrorProps {
  /** Begins the sentence. */
  what: string
  busy: boolean
  onRetry: () => unknown
}

/** One part could not be fetched; the rest of the page works. */
export function SectionError({ what, busy, onRetry }: SectionErrorProps) {
  return (
    <SectionBody>
      <Group role="alert" gap="sm" wrap="nowrap">
        <IconAlertCircle {...icon} color="var(--mantine-color-red-8)" style={{ flex: 'none' }} />
        <span style={{ flex: 1 }}>{what} could not be loaded.</span>
        <Button variant="default" size="xs" loading={busy} onClick={() => onRetry()}>
          Try again
        </Button>
      </Group>
    </SectionBody>
  )
}
