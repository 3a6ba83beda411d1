import type { CSSProperties } from 'react'
import { emailLink, phoneLink } from '#ui/format/contactLinks.ts'
import { fullName } from '#ui/format/format.ts'
import { EmailIcon, PersonIcon, PhoneIcon } from '#ui/theme/inlineIcons.tsx'
import type { AgentCardSettings } from '../accounts.schema.ts'
import classes from './AgentCard.module.css'

interface AgentCardProps {
  firstName: string
  lastName: string
  agencyName: string
  licenceLine: string
  photoUrl: string | null
  tagline: string
  accent: AgentCardSettings['cardAccent']
  /** The agency's, in place of the agent's accent. */
  brandColour?: string
  /** Shown while there is no name. */
  nameless?: string
  /** Absent or empty: the card has no such button. */
  phone?: string
  /** Dials the number from any country. */
  callLink?: string
  email?: string
}

/** The agent as buyers see them on every listing. */
export function AgentCard({
  photoUrl,
  tagline,
  accent,
  brandColour,
  phone,
  callLink,
  email,
  nameless = 'The agent',
  ...agent
}: AgentCardProps) {
  const name = fullName(agent) || nameless
  return (
    <div
      className={classes.card}
      style={{ '--accent': brandColour ?? cardAccentColours[accent].colour } as CSSProperties}
    >
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
          {agent.licenceLine && <p className={classes.licence}>{agent.licenceLine}</p>}
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
            <a className={classes.mail} href={emailLink(email)} data-on-paper={email}>
              <EmailIcon /> Email
            </a>
          )}
        </div>
      )}
    </div>
  )
}

interface AgentPhotoProps {
  photoUrl: string | null
  firstName: string
  lastName: string
  className?: string
}

/** The photo, or the initials until there is one. The name is always beside it, so it needs no alternative text. */
export function AgentPhoto({ photoUrl, firstName, lastName, className = '' }: AgentPhotoProps) {
  const initials = [firstName, lastName].map((name) => [...name.trim()][0] ?? '').join('')
  return (
    <span className={`${classes.agentPhoto} ${className}`} aria-hidden="true">
      {photoUrl ? <img src={photoUrl} alt="" width={320} height={320} /> : initials || <PersonIcon />}
    </span>
  )
}

/** Each has a contrast of at least 4.5:1 with white. */
export const cardAccentColours: Record<AgentCardSettings['cardAccent'], { name: string; colour: string }> = {
  teal: { name: 'Teal', colour: '#087f5b' },
  navy: { name: 'Navy', colour: '#1e4a86' },
  plum: { name: 'Plum', colour: '#7b2d68' },
  rust: { name: 'Rust', colour: '#a23e16' },
  slate: { name: 'Slate', colour: '#43525b' },
}
