import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { ListingError } from '#features/listings/public/ListingError.tsx'
import { DeadVendorLink, VendorPage } from '#features/vendors/public/VendorPage.tsx'
import { vendorPageQuery } from '#features/vendors/vendorPage.functions.ts'
import { MAX_VENDOR_KEY_LENGTH } from '#features/vendors/vendors.schema.ts'
import { publicHead } from '#ui/layout/pageTitle.ts'

/** A vendor's private link. Opening it changes nothing: email scanners follow links too. */
export const Route = createFileRoute('/_public/vendor')({
  // An empty key is not accepted, so a link without one gets the answer that any unknown key gets.
  validateSearch: ({ key }: { key?: unknown }) => ({
    key: String(key ?? '').slice(0, MAX_VENDOR_KEY_LENGTH) || 'none',
  }),
  loaderDeps: ({ search: { key } }) => ({ key }),
  loader: async ({ context: { queryClient }, deps: { key } }) => {
    const { report, brand } = await queryClient.ensureQueryData(vendorPageQuery(key))
    return { title: report.listing.title, brand }
  },
  head: ({ loaderData }) => {
    const { meta } = publicHead(loaderData ? `Your report for ${loaderData.title}` : 'This link doesn’t work')
    // The server sets the referrer policy too, but not for client-side navigation.
    return { meta: [...meta, { name: 'referrer', content: 'no-referrer' }, { name: 'robots', content: 'noindex' }] }
  },
  component: VendorLink,
  errorComponent: VendorLinkError,
})

function VendorLink() {
  const { key } = Route.useSearch()
  const { data } = useSuspenseQuery(vendorPageQuery(key))
  return <VendorPage linkKey={key} page={data} />
}

function VendorLinkError(props: ErrorComponentProps) {
  const isDead = props.error instanceof Error && props.error.name === 'NotFoundError'
  return isDead ? <DeadVendorLink /> : <ListingError {...props} />
}
