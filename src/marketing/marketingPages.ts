import { appUrlFromMatches } from '#platform/config/useAppUrl.ts'

export const mainPages = [
  { to: '/features', label: 'Features' },
  { to: '/pricing', label: 'Pricing' },
  { to: '/about', label: 'About' },
] as const

export const helpPage = { to: '/help', label: 'Help' } as const

export const verifyPage = { to: '/verify', label: 'Verify a certificate' } as const

export const developersPage = { to: '/developers', label: 'Developers' } as const

export const legalPages = [
  { to: '/privacy-policy', label: 'Privacy policy' },
  { to: '/terms', label: 'Terms' },
] as const

interface MarketingPage {
  /** Name of its image in `public/social`. */
  name: string
  title: string
  description: string
}

/** The title, description and social card of a marketing page. */
export function marketingHead(
  matches: Parameters<typeof appUrlFromMatches>[0],
  { name, title, description }: MarketingPage,
) {
  const shared = { type: 'website', title, description, image: `${appUrlFromMatches(matches)}/social/${name}.jpg` }
  return {
    meta: [
      { title },
      { name: 'description', content: description },
      { name: 'twitter:card', content: 'summary_large_image' },
      ...Object.entries(shared).map(([property, content]) => ({ property: `og:${property}`, content })),
    ],
  }
}
