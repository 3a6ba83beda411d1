import type { Operator } from '#platform/operator.functions.ts'
import { LegalPage } from './LegalPage.tsx'
import { analyticsSections } from './privacy/counting.tsx'
import { retentionSections } from './privacy/keeping.tsx'
import { peopleSections } from './privacy/people.tsx'
import { rightsSections } from './privacy/rights.tsx'

export const PrivacyPage = (operator: Operator) => (
  <LegalPage
    title="Privacy policy"
    lead="What we store about agents and buyers, why, who sees it, for how long, and how to change or delete it."
    sections={[...peopleSections(operator), ...analyticsSections(operator), ...retentionSections(operator), ...rightsSections(operator)]}
  />
)
