import { IconShieldLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { currentUserQuery } from '#features/accounts/accounts.functions.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { fullDate } from '#ui/format/dates.ts'
import { ButtonLink } from '#ui/links.tsx'
import { icon } from '#ui/theme/theme.ts'
import { agencyQuery } from '../../agencies.functions.ts'

/** On every page of a member without a second factor, from when the agency requires one until it applies. */
export function SecondFactorBanner({ timeZone }: { timeZone: string }) {
  const { data: agency } = useQuery(agencyQuery)
  const { data: user } = useQuery(currentUserQuery)
  if (!agency?.secondFactorFrom || !user || user.hasSecondFactor) return null
  return (
    <Notice
      tone="amber"
      icon={<IconShieldLock {...icon} />}
      title={`${agency.name || 'Your agency'} requires two-step sign-in from ${fullDate(agency.secondFactorFrom, timeZone)}`}
      action={
        <ButtonLink to="/portal/settings" hash="second-step" size="xs">
          Set it up
        </ButtonLink>
      }
    >
      <p>A passkey or an authenticator app will do. Until then, everything works as usual.</p>
    </Notice>
  )
}
