import { CloseButton } from '@mantine/core'
import { useId } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './Notice.module.css'

interface NoticeProps {
  tone?: 'teal' | 'amber' | 'red'
  icon: ReactNode
  title: ReactNode
  children: ReactNode
  /** What to do about it. Beside the text where there is room. */
  action?: ReactNode
  /** For a notice that appears by itself, so that screen readers announce it. */
  role?: 'status' | 'alert'
  onClose?: () => void
}

/** Something to know or to do before the rest of the page. */
export function Notice({ tone = 'teal', icon, title, children, action, role, onClose }: NoticeProps) {
  const titleId = useId()
  const place = role ? { role } : { role: 'region', 'aria-labelledby': titleId }
  return (
    <div className={classes.notice} data-tone={tone} {...place}>
      <span className={classes.icon}>{icon}</span>
      <div className={classes.text}>
        <p className={classes.title} id={titleId}>
          {title}
        </p>
        {children}
      </div>
      {action && <div className={classes.action}>{action}</div>}
      {onClose && <CloseButton aria-label="Close" onClick={onClose} className={classes.close} />}
    </div>
  )
}
