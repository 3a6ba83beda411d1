export const publicPath = (slug: string) => `/listings/${slug}`

/** The address to put into an ad. */
export const publicLink = (appUrl: string, slug: string) => appUrl + publicPath(slug)
