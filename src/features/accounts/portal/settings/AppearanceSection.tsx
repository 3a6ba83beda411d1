import { SegmentedControl } from '@mantine/core'
import { SectionBody } from '#ui/layout/SectionCard.tsx'
import { type Appearance, appearances, saveAppearance, useAppearance } from '#ui/theme/appearance.ts'
import { SettingsSection } from './SettingsSection.tsx'

const labels: Record<Appearance, string> = { light: 'Light', dark: 'Dark', device: 'Match device' }
const options = appearances.map((value) => ({ value, label: labels[value] }))

/** Applies at once. There is nothing to save on the server. */
export const AppearanceSection = () => (
  <SettingsSection id="appearance">
    <SectionBody>
      <SegmentedControl aria-label="Appearance" data={options} value={useAppearance()} onChange={saveAppearance} />
    </SectionBody>
  </SettingsSection>
)
