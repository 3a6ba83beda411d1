import { Button } from '@mantine/core'
import { IconClockExclamation } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { may } from '#platform/auth/permissions.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { showToast } from '#ui/feedback/toasts.tsx'
import { fullDate } from '#ui/format/dates.ts'
import { icon } from '#ui/theme/theme.ts'
import { agencyQuery, keepAgency } from '../agencies.functions.ts'

/** On every page of every member, until the agency is kept or deleted. */
export function AgencyDeletionBanner({ timeZone }: { timeZone: string }) {
  const { data: agency } = useQuery(agencyQuery)
  const { mutate: keep, isPending } = useKeepAgency()
  if (!agency?.deletionDueAt) return null
  const isOwner = may(agency, 'deleteAgency')
  return (
    <Notice
      tone="red"
      role="status"
      icon={<IconClockExclamation {...icon} />}
      title={`${agency.name || 'Your agency'} will be deleted on ${fullDate(agency.deletionDueAt, timeZone)}`}
    >
      <p>
        Its listings, files and leads will be gone for all members. Your own account stays.{' '}
        {isOwner ? 'Any owner can keep the agency until then.' : 'Owners can keep it until then.'}
      </p>
      {isOwner && (
        <Button mt="sm" size="xs" loading={isPending} onClick={() => keep()}>
          Keep the agency
        </Button>
      )}
    </Notice>
  )
}

export function useKeepAgency() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => keepAgency(),
    onSuccess: async () => {
      await Promise.all([
        queryClient.invalidateQueries(agencyQuery),
        queryClient.invalidateQueries({ queryKey: queryKeys.user.all }),
      ])
      showToast('We’ve kept the agency. If its subscription was set to end, resume it under Billing.')
    },
  })
}
