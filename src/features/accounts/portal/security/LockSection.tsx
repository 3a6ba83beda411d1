import { NativeSelect, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { SectionBody, SectionError } from '#ui/layout/SectionCard.tsx'
import { useOptimisticMutation } from '#ui/mutation/useOptimisticMutation.ts'
import { type IdleLock, idleLockQuery, saveIdleLock } from '../../devices.functions.ts'
import { type IdleLockInput, idleLockMinutes, idleLockText } from '../../devices.schema.ts'
import { SettingsSection } from '../settings/SettingsSection.tsx'

const options = [
  { value: '', label: 'Never' },
  ...idleLockMinutes.map((minutes) => ({ value: String(minutes), label: `After ${idleLockText(minutes)}` })),
]

/** An agent's own rule, beside that of the agency. Saved at once, on every device. */
export function LockSection() {
  const { data, isError, isFetching, refetch } = useQuery(idleLockQuery)
  const { mutate: save } = useSaveLock()
  if (!data)
    return (
      <SettingsSection id="lock">
        {isError ? (
          <SectionError what="this setting" onRetry={refetch} busy={isFetching} />
        ) : (
          <SectionBody>
            <Skeleton h={60} maw={360} role="status" aria-label="Loading this setting" />
          </SectionBody>
        )}
      </SettingsSection>
    )
  const { agencyMinutes, agencyName, ownMinutes } = data
  return (
    <SettingsSection id="lock">
      <SectionBody>
        <NativeSelect
          label="Lock the portal when I’m away"
          description="On all your devices. You unlock it with your password, a code or a passkey."
          data={options}
          value={ownMinutes === null ? '' : String(ownMinutes)}
          onChange={({ currentTarget }) => {
            const minutes = idleLockMinutes.find((one) => String(one) === currentTarget.value) ?? null
            save({ minutes })
          }}
          maw={360}
        />
        {agencyMinutes !== null && (
          <Text size="sm" c="dimmed" mt="sm">
            {`${agencyName || 'Your agency'} locks it after ${idleLockText(agencyMinutes)}. The shorter time applies.`}
          </Text>
        )}
      </SectionBody>
    </SettingsSection>
  )
}

const useSaveLock = () =>
  useOptimisticMutation<IdleLockInput, unknown>({
    scope: 'idle lock',
    mutationFn: (data) => saveIdleLock({ data }),
    queryKey: idleLockQuery.queryKey,
    updateCache: (queryClient, { minutes }) =>
      queryClient.setQueryData(
        idleLockQuery.queryKey,
        (stored: IdleLock | undefined) => stored && { ...stored, ownMinutes: minutes },
      ),
  })
