import { appUrlOf } from '#platform/appUrlOf.ts'

interface MarketingPage {
  /** Of its picture in `public/social`. */
  name: string
  title: string
  description: string
}

/** What search engines and networks learn of a page about the product. */
export function marketingHead(matches: Parameters<typeof appUrlOf>[0], { name, title, description }: MarketingPage) {
  const shared = { type: 'website', title, description, image: `${appUrlOf(matches)}/social/${name}.jpg` }
  return {
    meta: [
      { title },
      { name: 'description', content: description },
      { name: 'twitter:card', content: 'summary_large_image' },
      ...Object.entries(shared).map(([property, content]) => ({ property: `og:${property}`, content })),
    ],
  }
}
