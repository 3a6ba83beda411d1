export const publicPath = (slug: string) => `/listings/${slug}`

/** The link to put into an ad. */
export const publicLink = (appUrl: string, slug: string) => appUrl + publicPath(slug)

/** Of an agent's email to a buyer who left their details. */
export const enquirySubject = (title: string) => `Your enquiry about ${title}`

export const shareKinds = ['qr.png', 'qr.svg', 'poster.pdf'] as const
export type ShareKind = (typeof shareKinds)[number]

export const isShareKind = (name: string): name is ShareKind => shareKinds.some((kind) => kind === name)

export const sharePath = (id: string, kind: ShareKind) => `/portal/listings/${id}/share/${kind}`
