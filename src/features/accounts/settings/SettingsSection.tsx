import type { ReactNode } from 'react'
import { SectionCard } from '#ui/SectionCard.tsx'
import { type SettingsSectionId, settingsSections } from './sections.ts'

interface SettingsSectionProps {
  id: SettingsSectionId
  children: ReactNode
  action?: ReactNode
}

export const SettingsSection = ({ id, ...inside }: SettingsSectionProps) => (
  <SectionCard id={id} {...settingsSections[id]} danger={id === 'danger'} {...inside} />
)
