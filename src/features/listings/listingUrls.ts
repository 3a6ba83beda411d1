export const publicListingPath = (slug: string) => `/listings/${slug}`

/** Where the form at the gate of an open home is: the same for every open home of a listing, so that a poster is printed once. */
export const checkInPath = (slug: string) => `${publicListingPath(slug)}/check-in`

/** The name of the error for a listing that was public and is not any more. */
export const LISTING_GONE = 'ListingGone'

/** The link to put into an ad. */
export const publicListingUrl = (appUrl: string, slug: string) => appUrl + publicListingPath(slug)

/** Where programs that show links learn how to show this one (https://oembed.com). */
export const oEmbedUrl = (appUrl: string, url: string) => `${appUrl}/oembed?url=${encodeURIComponent(url)}&format=json`

/** The picture beside a shared link: a JPEG, which every network and email program shows. */
export const sharePictureUrl = (appUrl: string, slug: string) => `${publicListingUrl(appUrl, slug)}/preview.jpg`

/** The size that social networks expect. */
export const SHARE_PICTURE_WIDTH = 1200
export const SHARE_PICTURE_HEIGHT = 630

/** Of an agent's email to a buyer who left their details. */
export const replySubject = (title: string) => `Your enquiry about ${title}`

export const shareFileNames = ['qr.png', 'qr.svg', 'poster.pdf'] as const
export type ShareFileName = (typeof shareFileNames)[number]

export const isShareFileName = (name: string): name is ShareFileName => shareFileNames.some((kind) => kind === name)

/** With the link of a channel, or with the one that is made for this file. */
export const shareFilePath = (id: string, kind: ShareFileName, channelId?: string) =>
  `/portal/listings/${id}/share/${kind}${channelId ? `?link=${channelId}` : ''}`

/** The link of one channel, as short as a QR code likes it. */
export const shortLinkUrl = (appUrl: string, code: string) => `${appUrl}/l/${code}`
