import { type ReactNode, useState } from 'react'
import { UnsavedChangesGuard } from '#ui/form/UnsavedChangesGuard.tsx'
import { AgentCard, Profile } from '../../accounts.schema.ts'
import { type Settings, saveAgentCard, saveProfile } from '../../settings.functions.ts'
import { AgentCardSection } from './AgentCardSection.tsx'
import { DataExportSection } from './DataExportSection.tsx'
import { DeleteAccountSection, DeletionBanner } from './DeleteAccountSection.tsx'
import { DevicesSection } from './DevicesSection.tsx'
import { EmailNotificationsSection } from './EmailNotificationsSection.tsx'
import { ConfirmEmail, EmailSection } from './EmailSection.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { ProfileSection } from './ProfileSection.tsx'
import classes from './SettingsPage.module.css'
import { SettingsNav, SettingsSection } from './SettingsSection.tsx'
import { agentCardValues, profileValues, useSettingsForm } from './useSettingsForm.ts'

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
  const { email, timeZone, mutedEmails } = settings
  return (
    <div className={classes.page}>
      <div className={classes.notices}>
        <DeletionBanner />
        {emailToken && <ConfirmEmail token={emailToken} email={email} onDone={onEmailLinkDone} />}
      </div>
      <SettingsNav />
      <div className={classes.sections}>
        <ProfileSection settings={settings} profile={profile} />
        <AgentCardSection settings={settings} profile={profile.values} card={card} />
        <EmailSection settings={settings} />
        <PasswordSection email={email} />
        <DevicesSection timeZone={timeZone} />
        <SettingsSection id="billing">{billing}</SettingsSection>
        <EmailNotificationsSection muted={mutedEmails} />
        <DataExportSection timeZone={timeZone} mailed={!mutedEmails.includes('export_ready')} />
        <SettingsSection id="activity">{activity}</SettingsSection>
        <DeleteAccountSection settings={settings} />
      </div>
      <UnsavedChangesGuard dirty={profile.isDirty || card.isDirty} />
    </div>
  )
}
