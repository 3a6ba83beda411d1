import { Switch } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { reportError } from '#platform/reporting/reportError.ts'
import { MailKind, optionalEmails } from '../../accounts.schema.ts'
import { type Settings, saveMailPreferences, settingsQuery } from '../../settings.functions.ts'
import classes from './EmailNotificationsSection.module.css'
import { SettingsSection } from './SettingsSection.tsx'

export function EmailNotificationsSection({ muted }: { muted: string[] }) {
  const turn = useEmailSwitch()
  return (
    <SettingsSection id="emails">
      <div className={classes.list}>
        {MailKind.options.map((kind) => (
          <Switch
            key={kind}
            className={classes.row}
            label={optionalEmails[kind].title}
            description={optionalEmails[kind].about}
            checked={!muted.includes(kind)}
            onChange={({ currentTarget }) => turn({ kind, on: currentTarget.checked })}
            labelPosition="left"
          />
        ))}
      </div>
    </SettingsSection>
  )
}

interface EmailSwitch {
  kind: MailKind
  on: boolean
}

/** Moves at once and goes back if the server says no. Turns wait for each other, so that the last one wins. */
function useEmailSwitch() {
  const queryClient = useQueryClient()
  const move = ({ kind, on }: EmailSwitch) =>
    queryClient.setQueryData(settingsQuery.queryKey, (settings: Settings | undefined) => {
      const others = settings?.mutedEmails.filter((muted) => muted !== kind) ?? []
      return settings && { ...settings, mutedEmails: on ? others : [...others, kind] }
    })
  const mutedEmails = () =>
    MailKind.options.filter((kind) => queryClient.getQueryData(settingsQuery.queryKey)?.mutedEmails.includes(kind))
  const { mutate } = useMutation({
    scope: { id: 'mail switches' },
    mutationFn: () => saveMailPreferences({ data: { mutedEmails: mutedEmails() } }),
    onMutate: async (turn: EmailSwitch) => {
      await queryClient.cancelQueries(settingsQuery)
      move(turn)
    },
    onError: (error, { kind, on }) => {
      move({ kind, on: !on })
      reportError(error)
    },
  })
  return mutate
}
