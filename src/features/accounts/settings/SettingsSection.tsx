import type { ReactNode } from 'react'
import { SectionCard } from '#ui/SectionCard.tsx'
import { type SectionId, sections } from './sections.ts'

interface SettingsSectionProps {
  id: SectionId
  children: ReactNode
  action?: ReactNode
}

export const SettingsSection = ({ id, ...inside }: SettingsSectionProps) => (
  <SectionCard id={id} {...sections[id]} danger={id === 'danger'} {...inside} />
)
