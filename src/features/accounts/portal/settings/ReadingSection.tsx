import { NativeSelect } from '@mantine/core'
import { SectionBody } from '#ui/layout/SectionCard.tsx'
import { useOptimisticMutation } from '#ui/mutation/useOptimisticMutation.ts'
import { type ReadingRetention, readingRetentions } from '../../accounts.schema.ts'
import { type Settings, saveReadingRetention, settingsQuery } from '../../settings.functions.ts'
import { SettingsSection } from './SettingsSection.tsx'

const options = readingRetentions.map((months) => ({ value: String(months), label: `${months} months` }))

/** How long readings are kept. Saved at once. */
export function ReadingSection({ months }: { months: number }) {
  const keep = useRetention()
  return (
    <SettingsSection id="reading">
      <SectionBody>
        <NativeSelect
          label="Keep reading data after a listing closes"
          description="After that we delete how long each buyer read, and what they searched for. The totals of a document stay."
          data={options}
          value={String(months)}
          onChange={({ currentTarget }) => {
            const chosen = readingRetentions.find((one) => String(one) === currentTarget.value)
            if (chosen) keep({ months: chosen })
          }}
          maw={360}
        />
      </SectionBody>
    </SettingsSection>
  )
}

const useRetention = () =>
  useOptimisticMutation<ReadingRetention, unknown>({
    scope: 'reading retention',
    mutationFn: (data) => saveReadingRetention({ data }),
    queryKey: settingsQuery.queryKey,
    updateCache: (queryClient, { months }) =>
      queryClient.setQueryData(
        settingsQuery.queryKey,
        (settings: Settings | undefined) => settings && { ...settings, readingRetentionMonths: months },
      ),
  }).mutate
