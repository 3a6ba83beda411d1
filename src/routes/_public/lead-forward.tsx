import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { leadForwardConfirmationQuery } from '#features/crm/crm.functions.ts'
import { LeadForwardPage } from '#features/crm/public/LeadForwardPage.tsx'
import { publicHead } from '#ui/layout/pageTitle.ts'

const MAX_KEY_LENGTH = 200

/** The page of the link to the address of a CRM. Opening it changes nothing: email scanners follow links too. */
export const Route = createFileRoute('/_public/lead-forward')({
  // An empty key is not accepted, so a link without one gets the answer that any unknown key gets.
  validateSearch: ({ key }: { key?: unknown }) => ({ key: String(key ?? '').slice(0, MAX_KEY_LENGTH) || 'none' }),
  loaderDeps: ({ search: { key } }) => ({ key }),
  loader: ({ context: { queryClient }, deps: { key } }) =>
    queryClient.ensureQueryData(leadForwardConfirmationQuery(key)),
  head: () => {
    const { meta } = publicHead('Confirm the address for your leads')
    // The server sets the referrer policy too, but not for client-side navigation.
    return { meta: [...meta, { name: 'referrer', content: 'no-referrer' }, { name: 'robots', content: 'noindex' }] }
  },
  component: LeadForward,
})

function LeadForward() {
  const { key } = Route.useSearch()
  const { data } = useSuspenseQuery(leadForwardConfirmationQuery(key))
  return <LeadForwardPage linkKey={key} confirmation={data} />
}
