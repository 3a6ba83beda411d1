import type { Operator } from '#platform/operator.functions.ts'
import { LegalPage } from './LegalPage.tsx'
import { contentSections } from './terms/content.tsx'
import { dutiesSections } from './terms/duties.tsx'
import { subscriptionSections } from './terms/subscription.tsx'

export const TermsPage = (operator: Operator) => (
  <LegalPage
    title="Terms of service"
    lead="The agreement between you and Property Files, in plain English. By starting a trial or using the service, you agree to it."
    sections={[...subscriptionSections(operator), ...contentSections(operator), ...dutiesSections(operator)]}
  />
)
