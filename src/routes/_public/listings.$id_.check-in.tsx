import { createFileRoute, notFound } from '@tanstack/react-router'
import { ListingError } from '#features/listings/public/ListingError.tsx'
import { checkInPageQuery } from '#features/openHomes/openHomes.functions.ts'
import { CheckInPage } from '#features/openHomes/public/CheckInPage.tsx'
import { NotFoundScreen, toError } from '#ui/feedback/ErrorScreens.tsx'
import { publicHead } from '#ui/layout/pageTitle.ts'

/** What the QR code at the gate of an open home opens. */
export const Route = createFileRoute('/_public/listings/$id_/check-in')({
  loader: async ({ context: { queryClient }, params: { id } }) => {
    try {
      return await queryClient.fetchQuery(checkInPageQuery(id))
    } catch (error) {
      throw toError(error).name === 'NotFoundError' ? notFound() : error
    }
  },
  head: ({ loaderData }) => {
    const { meta } = publicHead(loaderData ? `Check in at ${loaderData.listing.title}` : 'Check in')
    return { meta: [...meta, { name: 'robots', content: 'noindex' }] }
  },
  component: CheckIn,
  errorComponent: ListingError,
  notFoundComponent: NotFoundScreen,
})

function CheckIn() {
  const { id } = Route.useParams()
  return <CheckInPage link={id} page={Route.useLoaderData()} />
}
