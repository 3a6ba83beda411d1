import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { officeConfirmationQuery } from '#features/brand/officeEmail.functions.ts'
import { OfficeEmailPage } from '#features/brand/public/OfficeEmailPage.tsx'
import { publicHead } from '#ui/layout/pageTitle.ts'

const MAX_KEY_LENGTH = 200

/** The page of the link to the office's email address. Opening it changes nothing: email scanners follow links too. */
export const Route = createFileRoute('/_public/office-email')({
  // An empty key is not accepted, so a link without one gets the answer that any unknown key gets.
  validateSearch: ({ key }: { key?: unknown }) => ({ key: String(key ?? '').slice(0, MAX_KEY_LENGTH) || 'none' }),
  loaderDeps: ({ search: { key } }) => ({ key }),
  loader: ({ context: { queryClient }, deps: { key } }) => queryClient.ensureQueryData(officeConfirmationQuery(key)),
  head: () => {
    const { meta } = publicHead('Confirm your office’s address')
    // The server sets the referrer policy too, but not for client-side navigation.
    return { meta: [...meta, { name: 'referrer', content: 'no-referrer' }, { name: 'robots', content: 'noindex' }] }
  },
  component: OfficeEmail,
})

function OfficeEmail() {
  const { key } = Route.useSearch()
  const { data } = useSuspenseQuery(officeConfirmationQuery(key))
  return <OfficeEmailPage linkKey={key} confirmation={data} />
}
