import type { Operator } from '#platform/config/clientSettings.functions.ts'
import { LegalPage } from '../LegalPage.tsx'
import { analyticsSections } from './analyticsSections.tsx'
import { peopleSections } from './peopleSections.tsx'
import { retentionSections } from './retentionSections.tsx'
import { rightsSections } from './rightsSections.tsx'

export const PrivacyPage = (operator: Operator) => (
  <LegalPage
    title="Privacy policy"
    lead="What we store about agents and buyers, why, who sees it, for how long, and how to change or delete it."
    sections={[
      ...peopleSections(operator),
      ...analyticsSections(operator),
      ...retentionSections,
      ...rightsSections(operator),
    ]}
  />
)
