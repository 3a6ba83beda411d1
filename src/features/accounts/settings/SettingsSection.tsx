import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './SettingsSection.module.css'
import { type SectionId, sections } from './sections.ts'

interface SettingsSectionProps {
  id: SectionId
  children: ReactNode
  /** Stands at the right of the heading. */
  action?: ReactNode
}

export function SettingsSection({ id, children, action }: SettingsSectionProps) {
  const { title, about } = sections[id]
  return (
    <section
      id={id}
      className={classes.section}
      aria-labelledby={`${id}-heading`}
      data-danger={id === 'danger' || undefined}
    >
      <div className={classes.head}>
        <div>
          <Title order={2} id={`${id}-heading`} className={classes.title}>
            {title}
          </Title>
          <p className={classes.about}>{about}</p>
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
export const SectionFoot = ({ children }: { children: ReactNode }) => <div className={classes.foot}>{children}</div>
