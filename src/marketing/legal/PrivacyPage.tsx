import type { Operator } from '#platform/operator.functions.ts'
import { LegalPage } from './LegalPage.tsx'
import { counting } from './privacy/counting.tsx'
import { keeping } from './privacy/keeping.tsx'
import { people } from './privacy/people.tsx'
import { rights } from './privacy/rights.tsx'

export const PrivacyPage = (operator: Operator) => (
  <LegalPage
    title="Privacy policy"
    lead="What we store about agents and buyers, why, who sees it, for how long, and how to change or delete it."
    sections={[...people(operator), ...counting(operator), ...keeping(operator), ...rights(operator)]}
  />
)
