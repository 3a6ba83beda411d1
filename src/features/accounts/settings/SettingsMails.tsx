import { Switch } from '@mantine/core'
import { MailKind, optionalEmails } from '../mailKinds.ts'
import classes from './SettingsMails.module.css'
import { SettingsSection } from './SettingsSection.tsx'
import { useEmailSwitch } from './useMailSwitch.ts'

export function EmailNotificationsSection({ muted }: { muted: string[] }) {
  const turn = useEmailSwitch()
  return (
    <SettingsSection id="mails">
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
