import { Box, Stack, Switch, TextInput } from '@mantine/core'
import { SaveFooter } from '#ui/form/SaveFooter.tsx'
import { SectionBody } from '#ui/layout/SectionCard.tsx'
import { type AgentCardSettings, cardAccents, type Profile } from '../../accounts.schema.ts'
import { AgentCard, cardAccentColours } from '../../public/AgentCard.tsx'
import type { Settings } from '../../settings.functions.ts'
import classes from './AgentCardSection.module.css'
import { SettingsSection } from './SettingsSection.tsx'
import type { SettingsForm } from './useSettingsForm.ts'

interface AgentCardSectionProps {
  settings: Settings
  /** As typed in the profile, so that the preview updates while typing. */
  profile: Profile
  card: SettingsForm<AgentCardSettings>
  /** The profile has unsaved changes too. */
  isSecond: boolean
}

export function AgentCardSection({ settings, profile, card: form, isSecond }: AgentCardSectionProps) {
  const { cardTagline, cardAccent, cardShowsPhone, cardShowsEmail } = form.values
  return (
    <SettingsSection id="card">
      <form {...form.formProps}>
        <SectionBody>
          <div className={classes.beside}>
            <Stack gap="lg">
              <TextInput
                label="Tagline"
                description="One line about you."
                placeholder="Karori and Northland, since 2009"
                maxLength={120}
                {...form.textField('cardTagline')}
              />
              <AccentChoice value={cardAccent} onChange={(accent) => form.setValue('cardAccent', accent)} />
              <Switch
                label="Show my phone number"
                description={profile.phone ? profile.phone : 'Add a phone number to your profile first.'}
                checked={cardShowsPhone}
                onChange={({ currentTarget }) => form.setValue('cardShowsPhone', currentTarget.checked)}
              />
              <Switch
                label="Show my email address"
                description={settings.email}
                checked={cardShowsEmail}
                onChange={({ currentTarget }) => form.setValue('cardShowsEmail', currentTarget.checked)}
              />
            </Stack>
            <figure className={classes.preview}>
              <figcaption>Preview</figcaption>
              {/* Buyers' pages are always light. */}
              <div data-appearance="light">
                <AgentCard
                  nameless="Your name"
                  firstName={profile.firstName}
                  lastName={profile.lastName}
                  agencyName={profile.agencyName}
                  licenceLine={profile.licenceLine}
                  photoUrl={settings.photoUrl}
                  tagline={cardTagline}
                  accent={cardAccent}
                  phone={cardShowsPhone ? profile.phone : undefined}
                  email={cardShowsEmail ? settings.email : undefined}
                />
              </div>
            </figure>
          </div>
        </SectionBody>
        <SaveFooter label="Save card" form={form} isSecond={isSecond} />
      </form>
    </SettingsSection>
  )
}

interface AccentChoiceProps {
  value: AgentCardSettings['cardAccent']
  onChange: (accent: AgentCardSettings['cardAccent']) => void
}

/** Real radio buttons under the swatches, for arrow keys and screen readers. */
function AccentChoice({ value, onChange }: AccentChoiceProps) {
  return (
    <fieldset className={classes.choice}>
      <legend>Accent</legend>
      <div className={classes.swatches}>
        {cardAccents.map((accent) => (
          <label key={accent} className={classes.option}>
            <input
              type="radio"
              name="cardAccent"
              value={accent}
              checked={accent === value}
              onChange={() => onChange(accent)}
            />
            <Box component="span" className={classes.swatch} style={{ '--accent': cardAccentColours[accent].colour }} />
            {cardAccentColours[accent].name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
