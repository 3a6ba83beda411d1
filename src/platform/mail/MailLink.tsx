import type { ReactNode } from 'react'
import { colour } from './look.ts'

/** A link inside a sentence; also for `tel:` and `mailto:`, which the text part shows as their words alone. */
export function MailLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} style={{ color: colour.teal, textDecoration: 'underline' }}>
      {children}
    </a>
  )
}
