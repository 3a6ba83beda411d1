import { type ReactNode, useState } from 'react'
import { UnsavedChangesGuard } from '#ui/form/UnsavedChangesGuard.tsx'
import { AgentCardSettings, Profile } from '../../accounts.schema.ts'
import { useIdentityProviders } from '../../identities/IdentityButtons.tsx'
import type { ProviderVisitResult } from '../../providerVisitResult.ts'
import { type Settings, saveAgentCard, saveProfile } from '../../settings.functions.ts'
import { DevicesSection } from '../security/DevicesSection.tsx'
import { LinkedAccountsSection } from '../security/LinkedAccountsSection.tsx'
import { LockSection } from '../security/LockSection.tsx'
import { PasskeysSection } from '../security/PasskeysSection.tsx'
import { PasswordSection } from '../security/PasswordSection.tsx'
import { SecondFactorsSection } from '../security/SecondFactorsSection.tsx'
import { AgentCardSection } from './AgentCardSection.tsx'
import { DataExportSection } from './DataExportSection.tsx'
import { DeleteAccountSection, DeletionBanner } from './DeleteAccountSection.tsx'
import { ConfirmEmailChange, EmailSection } from './EmailSection.tsx'
import { AppearanceSection, EmailNotificationsSection, ReadingSection } from './PreferenceSections.tsx'
import { ProfileSection } from './ProfileSection.tsx'
import classes from './SettingsPage.module.css'
import { SettingsNav, SettingsSection } from './SettingsSection.tsx'
import { agentCardValues, profileValues, useSettingsForm } from './useSettingsForm.ts'

interface SettingsPageProps {
  settings: Settings
  confirmEmail: string
  onEmailLinkDone: () => void
  /** The browser has just come back from Google or Microsoft. */
  visit: ProviderVisitResult
  /** The content of the section about the agency. */
  agency: ReactNode
  /** The content of the subscription section. Without one there is no section. */
  billing: ReactNode
  /** The content of the section about notifications on devices. */
  devices: ReactNode
  /** The content of the section with reply templates. */
  templates: ReactNode
  /** The content of the section with questions for buyers. */
  questions: ReactNode
  /** The content of the section about versions and the age of documents. */
  documents: ReactNode
  /** The content of the activity section. */
  activity: ReactNode
  /** In place of the field for the agency's name, for a member of a team. */
  agencyOfTeam?: ReactNode
}

export function SettingsPage(props: SettingsPageProps) {
  const {
    settings,
    confirmEmail,
    onEmailLinkDone,
    agency,
    billing,
    devices,
    templates,
    questions,
    documents,
    activity,
  } = props
  // Kept after the URL changes, so that the result can be shown.
  const [emailToken] = useState(confirmEmail)
  const profile = useSettingsForm({
    schema: Profile,
    stored: profileValues(settings),
    save: saveProfile,
    successMessage: 'Profile saved.',
  })
  const card = useSettingsForm({
    schema: AgentCardSettings,
    stored: agentCardValues(settings),
    save: saveAgentCard,
    successMessage: 'Card saved.',
  })
  const { email, timeZone, mutedEmails } = settings
  const linksAccounts = useIdentityProviders().length > 0
  return (
    <div className={classes.page}>
      <div className={classes.notices}>
        <DeletionBanner />
        {emailToken && <ConfirmEmailChange token={emailToken} email={email} onDone={onEmailLinkDone} />}
      </div>
      <SettingsNav
        hidden={[...(billing ? [] : (['billing'] as const)), ...(linksAccounts ? [] : (['linked-accounts'] as const))]}
      />
      <div className={classes.sections}>
        <ProfileSection settings={settings} profile={profile} agencyOfTeam={props.agencyOfTeam} />
        <AgentCardSection settings={settings} profile={profile.values} card={card} isSecond={profile.isDirty} />
        <SettingsSection id="questions">{questions}</SettingsSection>
        <EmailSection settings={settings} />
        <PasswordSection settings={settings} />
        <SecondFactorsSection timeZone={timeZone} />
        <PasskeysSection settings={settings} />
        {linksAccounts && (
          <LinkedAccountsSection timeZone={timeZone} visit={props.visit} onVisitSeen={onEmailLinkDone} />
        )}
        <DevicesSection timeZone={timeZone} />
        <LockSection />
        <SettingsSection id="agency">{agency}</SettingsSection>
        {billing && <SettingsSection id="billing">{billing}</SettingsSection>}
        <EmailNotificationsSection muted={mutedEmails} />
        <SettingsSection id="notifications">{devices}</SettingsSection>
        <SettingsSection id="templates">{templates}</SettingsSection>
        <AppearanceSection />
        <SettingsSection id="documents">{documents}</SettingsSection>
        <ReadingSection months={settings.readingRetentionMonths} />
        <DataExportSection timeZone={timeZone} mailed={!mutedEmails.includes('export_ready')} />
        <SettingsSection id="activity">{activity}</SettingsSection>
        <DeleteAccountSection settings={settings} />
      </div>
      <UnsavedChangesGuard dirty={profile.isDirty || card.isDirty} />
    </div>
  )
}
