import { describe, expect, test } from 'vitest'
import { PAGES_PER_SITEMAP, sitemapIndex } from '../src/marketing/crawlerFiles.ts'
import { createSignedInAgent } from './fixtures/agents.ts'
import { createPublishedListing } from './fixtures/listings.ts'
import { useDeployedApp, WITHOUT_JOBS } from './support/processes/deployedApp.ts'

const parts = useDeployedApp(WITHOUT_JOBS)
const read = async (path: string) => {
  const response = await fetch(parts.url + path)
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}
const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url ?? '')

test('without SUPPORT_EMAIL, the help page and error screens have no address', async () => {
  for (const path of ['/help', '/no-such-page']) {
    const { text } = await read(path)
    expect(text).toContain('href="/help"')
    expect(text).not.toMatch(/mailto:|Contact us/)
  }
})

describe('for search engines', () => {
  test('the sitemap has every public page and every published listing, but no other', async () => {
    const { agent, post } = await createSignedInAgent(parts)
    const listing = await createPublishedListing(parts.db, { agent })
    const archived = await createPublishedListing(parts.db, { agent })
    await post('archiveListing', { id: archived.id })
    const index = await read('/sitemap.xml')
    expect([index.status, index.type]).toEqual([200, 'application/xml; charset=utf-8'])
    const maps = await Promise.all(locations(index.text).map((url) => read(new URL(url).pathname)))
    const pages = maps.flatMap(({ text }) => locations(text))
    const origin = new URL(pages[0] ?? '').origin
    expect(pages).toEqual(
      expect.arrayContaining(
        ['/', '/features', '/pricing', '/about', '/help', '/privacy-policy', '/terms', `/listings/${listing.slug}`].map(
          (path) => origin + path,
        ),
      ),
    )
    expect(pages.join()).not.toContain(archived.slug)
    for (const page of pages) expect((await read(new URL(page).pathname)).status, page).toBe(200)
    expect((await read('/sitemaps/listings-9.xml')).status).toBe(404)
  })

  test('more listings than a sitemap may have continue in the next', () => {
    expect(locations(sitemapIndex('https://x.nz', 2 * PAGES_PER_SITEMAP + 1))).toHaveLength(4)
  })

  test('robots.txt, llms.txt and security.txt are served with the right URLs and exclusions', async () => {
    expect((await read('/robots.txt')).text).toMatch(/^Disallow: \/portal$[\s\S]*^Sitemap: http\S+\/sitemap\.xml$/m)
    expect((await read('/llms.txt')).text).toContain('# Property Files')
    const { text } = await read('/.well-known/security.txt')
    const [, expires] = /^Expires: (\S+)$/m.exec(text) ?? []
    expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m)
    expect(new Date(expires ?? 0).getTime()).toBeGreaterThan(Date.now())
  })

  test.each([['/portal'], ['/reset-password/a-token'], ['/listings/x/open'], ['/thank-you/cs_1']])(
    '%s is not for them',
    async (path) => {
      const response = await fetch(parts.url + path, { redirect: 'manual', headers: { accept: 'text/html' } })
      expect(response.headers.get('x-robots-tag')).toBe('noindex')
    },
  )

  test.each([['/'], ['/about'], ['/pricing']])('%s has a canonical URL', async (path) => {
    const { text } = await read(`${path}?utm_source=x`)
    const [, href] = /<link[^>]*rel="canonical"[^>]*href="([^"]+)"/.exec(text) ?? []
    expect(new URL(href ?? '').pathname + new URL(href ?? '').search).toBe(path)
  })
})
