import { Select, type SelectProps, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { PictureField } from '#ui/form/PictureField.tsx'
import { SaveFooter } from '#ui/form/SaveFooter.tsx'
import { weekdayAndTime } from '#ui/format/dates.ts'
import { useNow } from '#ui/format/elapsedTime.ts'
import { SectionBody } from '#ui/layout/SectionCard.tsx'
import type { Profile } from '../../accounts.schema.ts'
import { AgentPhoto } from '../../public/AgentCard.tsx'
import { type Settings, savePhoto, settingsQuery } from '../../settings.functions.ts'
import classes from './ProfileSection.module.css'
import { SettingsSection } from './SettingsSection.tsx'
import type { SettingsForm } from './useSettingsForm.ts'

interface ProfileSectionProps {
  settings: Settings
  profile: SettingsForm<Profile>
  /** In place of the field, where the name is not the agent's to change here. */
  agencyOfTeam?: ReactNode
}

export function ProfileSection({ settings, profile: form, agencyOfTeam }: ProfileSectionProps) {
  const { firstName, lastName } = form.values
  return (
    <SettingsSection id="profile">
      <form {...form.formProps}>
        <SectionBody>
          <Stack gap="lg">
            <PhotoField photoUrl={settings.photoUrl} firstName={firstName} lastName={lastName} />
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
              <TextInput label="First name" autoComplete="given-name" {...form.textField('firstName')} />
              <TextInput label="Last name" autoComplete="family-name" {...form.textField('lastName')} />
              <TextInput label="Phone" type="tel" inputMode="tel" autoComplete="tel" {...form.textField('phone')} />
              {agencyOfTeam || (
                <TextInput label="Agency" autoComplete="organization" {...form.textField('agencyName')} />
              )}
            </SimpleGrid>
            <TextInput
              label="Licence line"
              description="Buyers see it under your name on listings, posters and emails."
              placeholder="Licensed under the REAA 2008"
              maxLength={120}
              autoComplete="off"
              {...form.textField('licenceLine')}
            />
            <TimeZoneSelect {...form.valueField('timeZone')} />
          </Stack>
        </SectionBody>
        <SaveFooter label="Save profile" form={form} />
      </form>
    </SettingsSection>
  )
}

interface TimeZoneSelectProps extends Pick<SelectProps, 'error' | 'readOnly'> {
  value: string
  onChange: (timeZone: string) => void
}

/** Shows the clock of the chosen time zone, and says what a change means for the analytics. */
function TimeZoneSelect({ value, onChange, ...field }: TimeZoneSelectProps) {
  const now = useNow()
  const zones = useMemo(() => timeZoneOptions(value), [value])
  return (
    <Select
      label="Time zone"
      description={
        <>
          <span suppressHydrationWarning>It’s {weekdayAndTime(now, value)} there now.</span> A new time zone applies to
          visits from now on; past days in your analytics stay as they are.
        </>
      }
      data={zones}
      value={value}
      onChange={(chosen) => chosen && onChange(chosen)}
      searchable
      allowDeselect={false}
      nothingFoundMessage="No matching time zone"
      maxDropdownHeight={280}
      maw={360}
      comboboxProps={{ keepMounted: false }}
      autoComplete="off"
      {...field}
    />
  )
}

/** Browsers leave out older names, which an account may still have. */
function timeZoneOptions(value: string) {
  const names = new Set([...Intl.supportedValuesOf('timeZone'), value])
  return [...names].map((name) => ({ value: name, label: name.replaceAll('_', ' ').replaceAll('/', ' / ') }))
}

interface PhotoFieldProps {
  photoUrl: string | null
  firstName: string
  lastName: string
}

/** The card shows 320 pixels. All browsers can write JPEG. */
const size = { maxSidePx: 640, formats: ['image/webp', 'image/jpeg'] } as const

const PhotoField = (agent: PhotoFieldProps) => (
  <PictureField
    noun="photo"
    url={agent.photoUrl}
    size={size}
    hint="JPEG, PNG or WebP, saved straight away. You can also drop it here."
    save={(photo) => savePhoto({ data: { photo } })}
    queryKey={queryKeys.settings}
    removeFromCache={(queryClient) =>
      queryClient.setQueryData(settingsQuery.queryKey, (settings) => settings && { ...settings, photoUrl: null })
    }
    invalidates={[settingsQuery]}
  >
    <AgentPhoto {...agent} className={classes.photo} />
  </PictureField>
)
