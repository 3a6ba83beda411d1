import { Button, Group, Title } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { icon } from '../theme/theme.ts'
import classes from './SectionCard.module.css'

interface SectionCardProps {
  /** Target of in-page links. */
  id?: string
  title: string
  /** Explains the content. */
  about?: ReactNode
  /** At the right of the heading. */
  action?: ReactNode
  danger?: boolean
  /** For a page with many sections of numbers. */
  dense?: boolean
  children: ReactNode
}

/** A section of a portal page. */
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

/** The content of a section; several are separated by lines. */
export const SectionBody = ({ children }: { children: ReactNode }) => (
  <div className={classes.body} data-section-body>
    {children}
  </div>
)

/** For the buttons of a section's form. */
export const SectionFooter = ({ children }: { children: ReactNode }) => <div className={classes.foot}>{children}</div>

interface SectionErrorProps {
  /** What could not be loaded: "your leads". */
  what: string
  busy: boolean
  onRetry: () => unknown
}

/** One section could not be loaded; the rest of the page works. */
export function SectionError({ what, busy, onRetry }: SectionErrorProps) {
  return (
    <SectionBody>
      <Group role="alert" gap="sm" wrap="nowrap" fz={14}>
        <IconAlertCircle {...icon} color="var(--mantine-color-red-8)" style={{ flex: 'none' }} />
        <span style={{ flex: 1 }}>We couldn’t load {what}.</span>
        <Button variant="default" size="xs" loading={busy} onClick={() => onRetry()}>
          Try again
        </Button>
      </Group>
    </SectionBody>
  )
}
