import { createIsomorphicFn } from '@tanstack/react-start'
import { type ComponentType, lazy } from 'react'
import { LeadForm } from './LeadForm.tsx'

/** As the style sheet has it: below, the card is not shown. */
const CARD_IS_SHOWN = '(min-width: 62em)'

const LazyLeadForm = lazy(async () => {
  await waitUntilCardIsShown()
  const { LeadForm } = await import('./LeadForm.tsx')
  return { default: LeadForm }
})

/** A phone that is never turned never loads what its card would need. */
function waitUntilCardIsShown() {
  const query = window.matchMedia(CARD_IS_SHOWN)
  if (query.matches) return Promise.resolve()
  return new Promise<void>((resolve) => query.addEventListener('change', () => resolve(), { once: true }))
}

/** The form in the card: part of the page as it comes, and brought to life where there is room for it. */
export const chooseCardForm = createIsomorphicFn()
  .server((): ComponentType => LeadForm)
  .client((): ComponentType => LazyLeadForm)
