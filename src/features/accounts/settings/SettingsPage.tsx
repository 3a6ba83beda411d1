import { type ReactNode, useState } from 'react'
import { LeaveGuard } from '#ui/LeaveGuard.tsx'
import { AgentCard, Profile } from '../accounts.ts'
import { DeletionBanner } from '../DeletionBanner.tsx'
import { type Settings, saveAgentCard, saveProfile } from '../settings.functions.ts'
import { ConfirmEmail } from './ConfirmEmail.tsx'
import { SettingsCard } from './SettingsCard.tsx'
import { SettingsDanger } from './SettingsDanger.tsx'
import { SettingsEmail } from './SettingsEmail.tsx'
import { SettingsExport } from './SettingsExport.tsx'
import { SettingsMails } from './SettingsMails.tsx'
import { SettingsNav } from './SettingsNav.tsx'
import classes from './SettingsPage.module.css'
import { SettingsPassword } from './SettingsPassword.tsx'
import { SettingsProfile } from './SettingsProfile.tsx'
import { SettingsSection } from './SettingsSection.tsx'
import { SettingsSessions } from './SettingsSessions.tsx'
import { storedCard, storedProfile } from './stored.ts'
import { useSectionForm } from './useSectionForm.ts'

interface SettingsPageProps {
  settings: Settings
  confirmEmail: string
  onEmailLinkDone: () => void
  /** The inside of the section about the subscription. */
  billing: ReactNode
  /** The inside of the section about what was done with the account. */
  activity: ReactNode
}

export function SettingsPage({ settings, confirmEmail, onEmailLinkDone, billing, activity }: SettingsPageProps) {
  // Kept when it leaves the address, so that the answer can be shown.
  const [emailToken] = useState(confirmEmail)
  const profile = useSectionForm({
    schema: Profile,
    stored: storedProfile(settings),
    save: saveProfile,
    praise: 'Profile saved.',
  })
  const card = useSectionForm({
    schema: AgentCard,
    stored: storedCard(settings),
    save: saveAgentCard,
    praise: 'Card saved.',
  })
  const { email, timeZone, mutedMails } = settings
  return (
    <div className={classes.page}>
      <div className={classes.notices}>
        <DeletionBanner />
        {emailToken && <ConfirmEmail token={emailToken} email={email} onDone={onEmailLinkDone} />}
      </div>
      <SettingsNav />
      <div className={classes.sections}>
        <SettingsProfile settings={settings} profile={profile} />
        <SettingsCard settings={settings} profile={profile.form.values} card={card} />
        <SettingsEmail settings={settings} />
        <SettingsPassword email={email} />
        <SettingsSessions timeZone={timeZone} />
        <SettingsSection id="billing">{billing}</SettingsSection>
        <SettingsMails muted={mutedMails} />
        <SettingsExport timeZone={timeZone} mailed={!mutedMails.includes('export_ready')} />
        <SettingsSection id="activity">{activity}</SettingsSection>
        <SettingsDanger settings={settings} />
      </div>
      <LeaveGuard dirty={profile.form.isDirty() || card.form.isDirty()} />
    </div>
  )
}
