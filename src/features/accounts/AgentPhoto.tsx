import { PersonIcon } from '#ui/signs.tsx'
import classes from './AgentPhoto.module.css'

interface AgentPhotoProps {
  photoUrl: string | null
  firstName: string
  lastName: string
  className?: string
}

/** The photo, or the initials until there is one. The name always stands beside it, so it needs no words of its own. */
export function AgentPhoto({ photoUrl, firstName, lastName, className = '' }: AgentPhotoProps) {
  const initials = [firstName, lastName].map((name) => [...name.trim()][0] ?? '').join('')
  return (
    <span className={`${classes.photo} ${className}`} aria-hidden="true">
      {photoUrl ? <img src={photoUrl} alt="" width={320} height={320} /> : initials || <PersonIcon />}
    </span>
  )
}
