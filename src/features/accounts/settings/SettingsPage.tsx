import { type ReactNode, useState } from 'react'
import { UnsavedChangesGuard } from '#ui/LeaveGuard.tsx'
import { AgentCard, Profile } from '../accounts.ts'
import { DeletionBanner } from '../DeletionBanner.tsx'
import { type Settings, saveAgentCard, saveProfile } from '../settings.functions.ts'
import { ConfirmEmail } from './ConfirmEmail.tsx'
import { AgentCardSection } from './SettingsCard.tsx'
import { DeleteAccountSection } from './SettingsDanger.tsx'
import { EmailSection } from './SettingsEmail.tsx'
import { DataExportSection } from './SettingsExport.tsx'
import { EmailNotificationsSection } from './SettingsMails.tsx'
import { SettingsNav } from './SettingsNav.tsx'
import classes from './SettingsPage.module.css'
import { PasswordSection } from './SettingsPassword.tsx'
import { ProfileSection } from './SettingsProfile.tsx'
import { SettingsSection } from './SettingsSection.tsx'
import { DevicesSection } from './SettingsSessions.tsx'
import { agentCardValues, profileValues } from './stored.ts'
import { useSettingsForm } from './useSectionForm.ts'

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
  const profile = useSettingsForm({
    schema: Profile,
    stored: profileValues(settings),
    save: saveProfile,
    successMessage: 'Profile saved.',
  })
  const card = useSettingsForm({
    schema: AgentCard,
    stored: agentCardValues(settings),
    save: saveAgentCard,
    successMessage: 'Card saved.',
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
        <ProfileSection settings={settings} profile={profile} />
        <AgentCardSection settings={settings} profile={profile.form.values} card={card} />
        <EmailSection settings={settings} />
        <PasswordSection email={email} />
        <DevicesSection timeZone={timeZone} />
        <SettingsSection id="billing">{billing}</SettingsSection>
        <EmailNotificationsSection muted={mutedMails} />
        <DataExportSection timeZone={timeZone} mailed={!mutedMails.includes('export_ready')} />
        <SettingsSection id="activity">{activity}</SettingsSection>
        <DeleteAccountSection settings={settings} />
      </div>
      <UnsavedChangesGuard dirty={profile.form.isDirty() || card.form.isDirty()} />
    </div>
  )
}
