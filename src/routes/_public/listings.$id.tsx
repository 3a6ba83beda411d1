import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ListingError } from '#features/listings/ListingError.tsx'
import { publicListingOptions } from '#features/listings/listings.functions.ts'
import { PublicListingPage } from '#features/listings/PublicListingPage.tsx'
import { publicHead } from '#ui/titles.ts'

export const Route = createFileRoute('/_public/listings/$id')({
  loader: ({ context, params }) => context.queryClient.ensureQueryData(publicListingOptions(params.id)),
  head: ({ loaderData }) =>
    loaderData ? publicHead(loaderData.title, loaderData.subtitle) : publicHead('Listing not found'),
  component: Listing,
  errorComponent: ListingError,
})

function Listing() {
  const { id } = Route.useParams()
  const { data } = useSuspenseQuery(publicListingOptions(id))
  return <PublicListingPage listing={data} />
}
