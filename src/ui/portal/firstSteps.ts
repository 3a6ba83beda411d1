import { linkOptions } from '@tanstack/react-router'

export interface FirstStepsProgress {
  hasListing: boolean
  hasFiles: boolean
  isPublished: boolean
  /** Somebody has followed the link. */
  isSeen: boolean
  /** The listing to go on with. */
  listingId: string | null
}

/** The way to the first lead, with what is done already. */
export function listFirstSteps({ hasListing, hasFiles, isPublished, isSeen, listingId }: FirstStepsProgress) {
  const listing = listingId
    ? linkOptions({ to: '/portal/listings/$id', params: { id: listingId } })
    : linkOptions({ to: '/portal/listings' })
  return [
    {
      title: 'Create a listing',
      text: 'A title, a subtitle and a few sentences about the property are enough to start.',
      isDone: hasListing,
      link: linkOptions({ to: '/portal/listings/new' }),
    },
    {
      title: 'Add files',
      text: 'Drop in photos and documents together: title, LIM, building report, floor plan.',
      isDone: hasFiles,
      link: listing,
    },
    {
      title: 'Publish',
      text: 'The page goes live. Everyone sees the photos. Documents open once a buyer leaves their details.',
      isDone: isPublished,
      link: listing,
    },
    {
      title: 'Share the link',
      text: 'Put the link or QR code in your ad. Leads come straight to your inbox.',
      isDone: isSeen,
      link: listing,
    },
  ]
}
