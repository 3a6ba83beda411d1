import type { Operator } from '#platform/operator.functions.ts'
import { LegalPage } from './LegalPage.tsx'
import { counting } from './privacy/counting.tsx'
import { keeping } from './privacy/keeping.tsx'
import { people } from './privacy/people.tsx'
import { rights } from './privacy/rights.tsx'

export const PrivacyPage = (operator: Operator) => (
  <LegalPage
    title="Privacy policy"
    lead="What we keep about agents and buyers, what for, who sees it, and for how long. In plain words, and as the program really does it."
    sections={[...people(operator), ...counting(operator), ...keeping(operator), ...rights(operator)]}
  />
)
