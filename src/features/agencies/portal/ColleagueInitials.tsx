import { useQuery } from '@tanstack/react-query'
import { nameOrEmail } from '#ui/format/format.ts'
import { agencyQuery } from '../agencies.functions.ts'
import classes from './Colleague.module.css'

interface ColleagueInitialsProps {
  userId: string
  /** What they are to the row, such as "Lead agent". */
  as: string
}

/** The colleague to whom a row of a list belongs. Nothing beside the viewer's own rows. */
export function ColleagueInitials({ userId, as }: ColleagueInitialsProps) {
  const { data: agency } = useQuery(agencyQuery)
  if (!agency || agency.members.length < 2) return null
  const isOwn = agency.actsFor.length === 1 && agency.actsFor[0] === userId
  const colleague = agency.members.find(({ id }) => id === userId)
  if (isOwn || !colleague) return null
  const name = nameOrEmail(colleague)
  return (
    <span className={classes.initials} role="img" title={`${as}: ${name}`} aria-label={`${as}: ${name}`}>
      {[colleague.firstName || colleague.email, colleague.lastName].map((part) => [...part.trim()][0] ?? '').join('')}
    </span>
  )
}
