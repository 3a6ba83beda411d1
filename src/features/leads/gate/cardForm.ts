import { createIsomorphicFn } from '@tanstack/react-start'
import { type ComponentType, lazy } from 'react'
import { LeadForm } from './LeadForm.tsx'

/** As the style sheet has it: below, the card is not shown. */
const ROOM = '(min-width: 62em)'

const FetchedForm = lazy(async () => {
  await room()
  const { LeadForm } = await import('./LeadForm.tsx')
  return { default: LeadForm }
})

/** A phone that is never turned never loads what its card would need. */
function room() {
  const query = window.matchMedia(ROOM)
  if (query.matches) return Promise.resolve()
  return new Promise<void>((resolve) => query.addEventListener('change', () => resolve(), { once: true }))
}

/** The form in the card: part of the page as it comes, and brought to life where there is room for it. */
export const cardForm = createIsomorphicFn()
  .server((): ComponentType => LeadForm)
  .client((): ComponentType => FetchedForm)
