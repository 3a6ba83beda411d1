import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { imageUrlQuery } from '#features/files/files.functions.ts'
import { ListingError } from '#features/listings/ListingError.tsx'
import { publicListingOptions } from '#features/listings/listings.functions.ts'
import { PublicListingPage } from '#features/listings/PublicListingPage.tsx'
import { publicHead } from '#ui/titles.ts'

export const Route = createFileRoute('/_public/listings/$id')({
  loader: async ({ context: { queryClient }, params }) => {
    const listing = await queryClient.ensureQueryData(publicListingOptions(params.id))
    const { coverFileId } = listing
    const cover = coverFileId ? await queryClient.ensureQueryData(imageUrlQuery(coverFileId, '960')) : undefined
    return { listing, cover: cover?.url }
  },
  head: ({ loaderData }) =>
    loaderData ? publicHead(loaderData.listing.title, loaderData.listing.subtitle) : publicHead('Listing not found'),
  component: Listing,
  errorComponent: ListingError,
})

function Listing() {
  const { id } = Route.useParams()
  const { data } = useSuspenseQuery(publicListingOptions(id))
  const { cover } = Route.useLoaderData()
  return <PublicListingPage listing={data} cover={cover} />
}
