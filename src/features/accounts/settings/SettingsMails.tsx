import { Switch } from '@mantine/core'
import { MailKind, mailKinds } from '../mailKinds.ts'
import classes from './SettingsMails.module.css'
import { SettingsSection } from './SettingsSection.tsx'
import { useMailSwitch } from './useMailSwitch.ts'

export function SettingsMails({ muted }: { muted: string[] }) {
  const turn = useMailSwitch()
  return (
    <SettingsSection id="mails">
      <div className={classes.list}>
        {MailKind.options.map((kind) => (
          <Switch
            key={kind}
            className={classes.row}
            label={mailKinds[kind].title}
            description={mailKinds[kind].about}
            checked={!muted.includes(kind)}
            onChange={({ currentTarget }) => turn({ kind, on: currentTarget.checked })}
            labelPosition="left"
          />
        ))}
      </div>
    </SettingsSection>
  )
}
