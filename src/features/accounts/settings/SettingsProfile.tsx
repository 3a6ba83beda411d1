import { SimpleGrid, Stack, TextInput } from '@mantine/core'
import { SectionBody } from '#ui/SectionCard.tsx'
import type { Profile } from '../accounts.ts'
import type { Settings } from '../settings.functions.ts'
import { SaveFooter } from './SaveFoot.tsx'
import { PhotoField } from './SettingsPhoto.tsx'
import { SettingsSection } from './SettingsSection.tsx'
import { TimeZoneSelect } from './TimeZoneSelect.tsx'
import type { SettingsForm } from './useSectionForm.ts'

interface ProfileSectionProps {
  settings: Settings
  profile: SettingsForm<Profile>
}

export function ProfileSection({ settings, profile: { form, submit, isPending } }: ProfileSectionProps) {
  const { firstName, lastName } = form.values
  return (
    <SettingsSection id="profile">
      <form onSubmit={submit} noValidate>
        <SectionBody>
          <Stack gap="lg">
            <PhotoField photoUrl={settings.photoUrl} firstName={firstName} lastName={lastName} />
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
              <TextInput label="First name" autoComplete="given-name" {...form.getInputProps('firstName')} />
              <TextInput label="Last name" autoComplete="family-name" {...form.getInputProps('lastName')} />
              <TextInput label="Phone" type="tel" inputMode="tel" autoComplete="tel" {...form.getInputProps('phone')} />
              <TextInput label="Agency" autoComplete="organization" {...form.getInputProps('agencyName')} />
            </SimpleGrid>
            <TimeZoneSelect {...form.getInputProps('timeZone')} />
          </Stack>
        </SectionBody>
        <SaveFooter label="Save profile" dirty={form.isDirty()} busy={isPending} onDiscard={form.reset} />
      </form>
    </SettingsSection>
  )
}
