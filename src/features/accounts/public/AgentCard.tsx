import type { CSSProperties } from 'react'
import { emailLink, phoneLink } from '#ui/format/contactLinks.ts'
import { fullName } from '#ui/format/format.ts'
import { EmailIcon, PersonIcon, PhoneIcon } from '#ui/theme/inlineIcons.tsx'
import type { AgentCardSettings } from '../accounts.schema.ts'
import classes from './AgentCard.module.css'

interface AgentDetails {
  firstName: string
  lastName: string
  licenceLine: string
  photoUrl: string | null
  /** Absent or empty: the card has no such button. */
  phone?: string
  /** Dials the number from any country. */
  callLink?: string
  email?: string
}

interface AgentCardProps extends AgentDetails {
  agencyName: string
  tagline: string
  accent: AgentCardSettings['cardAccent']
  /** The agency's, in place of the agent's accent. */
  brandColour?: string
  /** Shown while there is no name. */
  nameless?: string
  /** Who runs the listing together with this agent. */
  coAgents?: readonly AgentDetails[]
}

/** The agent as buyers see them on every listing, with the co-agents below. */
export function AgentCard({
  photoUrl,
  tagline,
  accent,
  brandColour,
  phone,
  callLink,
  email,
  nameless = 'The agent',
  coAgents = [],
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
      {coAgents.length > 0 && (
        <ul className={classes.coAgents} aria-label="Other agents of this listing">
          {coAgents.map((coAgent, index) => (
            <CoAgent key={index} {...coAgent} />
          ))}
        </ul>
      )}
    </div>
  )
}

/** Small, so that the form below stays in sight. The agency and the colour are the lead agent's. */
function CoAgent({ photoUrl, licenceLine, phone, callLink, email, ...agent }: AgentDetails) {
  const name = fullName(agent) || 'The agent'
  return (
    <li className={classes.coAgent}>
      <AgentPhoto photoUrl={photoUrl} {...agent} className={classes.smallPhoto} />
      <div className={classes.names}>
        <p className={classes.name}>
          <bdi>{name}</bdi>
        </p>
        {licenceLine && <p className={classes.licence}>{licenceLine}</p>}
      </div>
      <div className={classes.smallWays}>
        {phone && (
          <a
            className={classes.call}
            href={callLink || phoneLink(phone)}
            data-on-paper={phone}
            aria-label={`Call ${name}`}
          >
            <PhoneIcon />
          </a>
        )}
        {email && (
          <a className={classes.mail} href={emailLink(email)} data-on-paper={email} aria-label={`Email ${name}`}>
            <EmailIcon />
          </a>
        )}
      </div>
    </li>
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
