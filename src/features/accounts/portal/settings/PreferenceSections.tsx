import { NativeSelect, SegmentedControl } from '@mantine/core'
import type { QueryClient } from '@tanstack/react-query'
import { SwitchRow } from '#ui/form/SwitchRow.tsx'
import { SectionBody } from '#ui/layout/SectionCard.tsx'
import { useOptimisticMutation } from '#ui/mutation/useOptimisticMutation.ts'
import { type Appearance, appearances, saveAppearance, useAppearance } from '#ui/theme/appearance.ts'
import { EmailKind, optionalEmails, type ReadingRetention, readingRetentions } from '../../accounts.schema.ts'
import { type Settings, saveEmailPreferences, saveReadingRetention, settingsQuery } from '../../settings.functions.ts'
import classes from './PreferenceSections.module.css'
import { SettingsSection } from './SettingsSection.tsx'

export function EmailNotificationsSection({ muted }: { muted: string[] }) {
  const turn = useEmailSwitch()
  return (
    <SettingsSection id="emails">
      <div className={classes.list}>
        {EmailKind.options.map((kind) => (
          <SwitchRow
            key={kind}
            label={optionalEmails[kind].title}
            description={optionalEmails[kind].about}
            checked={!muted.includes(kind)}
            onChange={({ currentTarget }) => turn({ kind, on: currentTarget.checked })}
          />
        ))}
      </div>
    </SettingsSection>
  )
}

interface EmailSwitch {
  kind: EmailKind
  on: boolean
}

/** Saved one after another, so that the last change wins. A refused change is reverted on its own. */
const useEmailSwitch = () =>
  useOptimisticMutation<EmailSwitch, unknown>({
    scope: 'email notifications',
    mutationFn: (_switch, { client }) => saveEmailPreferences({ data: { mutedEmails: cachedMutedEmails(client) } }),
    queryKey: settingsQuery.queryKey,
    updateCache: setCachedSwitch,
    rollback: (queryClient, { kind, on }) => setCachedSwitch(queryClient, { kind, on: !on }),
  }).mutate

const setCachedSwitch = (queryClient: QueryClient, { kind, on }: EmailSwitch) =>
  queryClient.setQueryData(settingsQuery.queryKey, (settings: Settings | undefined) => {
    const others = settings?.mutedEmails.filter((muted) => muted !== kind) ?? []
    return settings && { ...settings, mutedEmails: on ? others : [...others, kind] }
  })

function cachedMutedEmails(queryClient: QueryClient) {
  const settings = queryClient.getQueryData(settingsQuery.queryKey)
  return EmailKind.options.filter((kind) => settings?.mutedEmails.includes(kind))
}

const appearanceLabels: Record<Appearance, string> = { light: 'Light', dark: 'Dark', device: 'Match device' }
const appearanceOptions = appearances.map((value) => ({ value, label: appearanceLabels[value] }))

/** Applies at once. There is nothing to save on the server. */
export const AppearanceSection = () => (
  <SettingsSection id="appearance">
    <SectionBody>
      <SegmentedControl
        aria-label="Appearance"
        data={appearanceOptions}
        value={useAppearance()}
        onChange={saveAppearance}
      />
    </SectionBody>
  </SettingsSection>
)

const retentionOptions = readingRetentions.map((months) => ({ value: String(months), label: `${months} months` }))

/** How long readings are kept. Saved at once. */
export function ReadingSection({ months }: { months: number }) {
  const keep = useRetention()
  return (
    <SettingsSection id="reading">
      <SectionBody>
        <NativeSelect
          label="Keep reading data after a listing closes"
          description="After that we delete how long each buyer read, and what they searched for. We keep each document’s totals."
          data={retentionOptions}
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
