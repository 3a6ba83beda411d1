import type { QueryClient } from '@tanstack/react-query'
import { SwitchRow } from '#ui/form/SwitchRow.tsx'
import { useOptimisticMutation } from '#ui/mutation/useOptimisticMutation.ts'
import { EmailKind, optionalEmails } from '../../accounts.schema.ts'
import { type Settings, saveEmailPreferences, settingsQuery } from '../../settings.functions.ts'
import classes from './EmailNotificationsSection.module.css'
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
