/** What programs that read the web are told, each in the file where they look for it. */
export const robotsTxt = (appUrl: string) => `User-agent: *
Disallow: /portal
Disallow: /reset-password/
Disallow: /confirm-checkout/
Disallow: /thank-you/
Disallow: /checkout/
Disallow: /listings/*/open

Sitemap: ${appUrl}/sitemap.xml
`

export const llmsTxt = (appUrl: string) => `# Property Files

> A service for real-estate agents: a property’s files in one place, a public page for each listing, and a lead in the
> agent’s inbox for every buyer who opens the documents. Buyers read for free.

- A listing has photos, a description and documents (title, LIM, building report and more).
- Everyone can see the photos, the text and the names of the documents. To open them, a buyer leaves their name, email address
  and phone number once. The details go to the listing’s agent.
- Visits are counted without cookies.
- Agents get a 30-day free trial and a 30-day money-back guarantee.

## Pages

- [What it is](${appUrl}/)
- [Features](${appUrl}/features)
- [Pricing](${appUrl}/pricing)
- [About](${appUrl}/about)
- [Privacy policy](${appUrl}/privacy-policy)
- [Terms](${appUrl}/terms)
- [Published listings](${appUrl}/sitemap.xml)
`

const HALF_A_YEAR_MS = 182 * 24 * 3600 * 1000

/** RFC 9116. It says until when it is right: as long as we answer, that is some time ahead. */
export const securityTxt = (appUrl: string, contact: string, now = new Date()) => `Contact: mailto:${contact}
Expires: ${new Date(now.getTime() + HALF_A_YEAR_MS).toISOString()}
Preferred-Languages: en
Canonical: ${appUrl}/.well-known/security.txt
`
