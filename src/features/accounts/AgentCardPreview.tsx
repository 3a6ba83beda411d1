import type { CSSProperties } from 'react'
import { phoneLink } from '#platform/phone.ts'
import { EmailIcon, PhoneIcon } from '#ui/signs.tsx'
import classes from './AgentCardPreview.module.css'
import { AgentPhoto } from './AgentPhoto.tsx'
import type { AgentCard } from './accounts.ts'
import { cardAccentColours } from './cardAccentColours.ts'

interface AgentCardPreviewProps {
  firstName: string
  lastName: string
  agencyName: string
  photoUrl: string | null
  tagline: string
  accent: AgentCard['cardAccent']
  /** What stands where the name would, while there is none. */
  nameless?: string
  /** Absent or empty: the card has no such button. */
  phone?: string
  /** Dials the number from any country. */
  callLink?: string
  email?: string
}

/** The agent as buyers see them on every listing. */
export function AgentCardPreview({
  photoUrl,
  tagline,
  accent,
  phone,
  callLink,
  email,
  nameless = 'The agent',
  ...agent
}: AgentCardPreviewProps) {
  const name = `${agent.firstName} ${agent.lastName}`.trim() || nameless
  return (
    <div className={classes.card} style={{ '--accent': cardAccentColours[accent].colour } as CSSProperties}>
      <div className={classes.head}>
        <AgentPhoto
          photoUrl={photoUrl}
          firstName={agent.firstName}
          lastName={agent.lastName}
          className={classes.photo}
        />
        <div className={classes.names}>
          <p className={classes.name}>
            <bdi>{name}</bdi>
          </p>
          {agent.agencyName && <p className={classes.agency}>{agent.agencyName}</p>}
        </div>
      </div>
      {tagline && <p className={classes.tagline}>{tagline}</p>}
      {(phone || email) && (
        <div className={classes.ways}>
          {phone && (
            <a className={classes.call} href={callLink ?? phoneLink(phone)} data-on-paper={phone}>
              <PhoneIcon /> Call
            </a>
          )}
          {email && (
            <a className={classes.mail} href={`mailto:${email}`} data-on-paper={email}>
              <EmailIcon /> Email
            </a>
          )}
        </div>
      )}
    </div>
  )
}
