import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { agency } from '../src/db/schema/agencies.ts'
import { createSignedInAgent } from './fixtures/agents.ts'
import { createListing, createPublishedListing } from './fixtures/listings.ts'
import { call } from './support/call.ts'
import { useDeployedApp, WITHOUT_JOBS } from './support/processes/deployedApp.ts'

const parts = useDeployedApp(WITHOUT_JOBS)
const SITE = 'https://www.harbour.example'

const read = async (path: string, cookie = '') => {
  const response = await fetch(parts.url + path, { headers: { accept: 'text/html', cookie }, redirect: 'manual' })
  const [, ancestors] = /frame-ancestors ([^;]+)/.exec(response.headers.get('content-security-policy') ?? '') ?? []
  const framing = [ancestors, response.headers.get('x-frame-options')]
  return { status: response.status, framing, headers: response.headers, text: await response.text() }
}

async function createSite(sites = [SITE]) {
  const signedIn = await createSignedInAgent(parts)
  const listing = await createPublishedListing(parts.db, { agent: signedIn.agent, title: '12 "Rata" <Street>' })
  await parts.db.update(agency).set({ embedSites: sites }).where(eq(agency.id, signedIn.agent.agencyId))
  return { ...signedIn, listing }
}

describe('threat 190: framing', () => {
  test('an embedded page is for the agency’s sites alone, from memory too, and follows a change at once', async () => {
    const { listing, post } = await createSite()
    const path = `/embed/${listing.id}`
    for (const _time of ['first', 'kept']) {
      const page = await read(path)
      expect([page.status, ...page.framing]).toEqual([200, `'self' ${SITE}`, null])
      expect(page.headers.get('x-robots-tag')).toBe('noindex')
      expect(page.text).toContain('Property files')
    }
    expect((await read(`/embed/${listing.slug}`)).framing).toEqual([`'self' ${SITE}`, null])
    await post('saveEmbedSites', { sites: 'https://other.example' })
    expect((await read(path)).framing).toEqual(["'self' https://other.example", null])
    await post('saveEmbedSites', { sites: '' })
    expect((await read(path)).framing).toEqual(["'self'", 'SAMEORIGIN'])
  })

  test('a listing that was public says so on the agency’s sites, and one that never was is in no frame', async () => {
    const { agent, listing, post } = await createSite()
    await post('archiveListing', { id: listing.id })
    const gone = await read(`/embed/${listing.id}`)
    expect([gone.status, ...gone.framing]).toEqual([410, `'self' ${SITE}`, null])
    expect(gone.text).toContain('This listing is no longer available.')
    const draft = await createListing(parts.db, { agent })
    for (const missing of [draft.id, 'missing']) {
      const page = await read(`/embed/${missing}`)
      expect([page.status, ...page.framing]).toEqual([404, "'none'", 'DENY'])
    }
  })

  test('the preview is for the agent, on our own pages', async () => {
    const { agent, cookie } = await createSite()
    const draft = await createListing(parts.db, { agent })
    const page = await read(`/embed/${draft.id}?preview=true`, cookie)
    expect([page.status, ...page.framing]).toEqual([200, "'self'", 'SAMEORIGIN'])
    expect((await read(`/embed/${draft.id}?preview=true`)).status).toBe(404)
  })

  test('no other page can be in a frame, also of an agency with sites', async () => {
    const { listing, cookie } = await createSite()
    await read(`/embed/${listing.id}`)
    const paths = [
      ...['/', '/about', '/features', '/pricing', '/help', '/privacy-policy', '/terms', '/verify', '/get-started'],
      ...[
        '/login',
        '/join',
        '/office-email',
        '/lead-forward',
        '/reset-password',
        '/reset-password/x',
        '/unsubscribe/x',
      ],
      ...[`/listings/${listing.slug}`, `/listings/${listing.id}`, `/listings/${listing.slug}/open?key=x`],
      ...[`/listings/${listing.slug}?preview=true`, '/listings/missing', '/embed', '/embed/', '/embed/a/b', '/nothing'],
      ...['/portal', '/portal/leads', '/portal/settings', '/portal/agency/connections', '/portal/listings'],
      ...['/healthz', '/oembed', '/embed.js', '/robots.txt', '/manifest.json', '/_serverFn/nothing', '/documents/x'],
      ...['/api/v1/openapi.json', '/checkout/x', '/confirm-checkout/x'],
    ]
    for (const path of paths)
      for (const reader of ['', cookie]) {
        const { framing } = await read(path, reader)
        expect(framing, path).toEqual(["'none'", 'DENY'])
      }
  })
})

test('threat 190: a call from a frame confirms no document', async () => {
  const { listing } = await createSite()
  const data = { listingId: listing.id, fileId: 'file_missing', version: 1, statement: 'I have read it.' }
  const confirm = (headers: Record<string, string>) =>
    call(parts.url, 'acknowledgeDocument', { method: 'POST', data, headers })
  expect(await confirm({ 'x-in-frame': '1' })).toMatchObject({ status: 403, error: { name: 'OwnLinkNeeded' } })
  expect(await confirm({})).toMatchObject({ status: 403, error: { name: 'DetailsNeeded' } })
})

test('the script for other sites is small, and kept for an hour', async () => {
  const { status, headers, text } = await read('/embed.js')
  expect([status, headers.get('cache-control')]).toEqual([200, 'max-age=3600'])
  expect(headers.get('content-type')).toContain('text/javascript')
  expect(text.length).toBeLessThan(6_000)
  expect(text).not.toMatch(/\beval\b|innerHTML|import\(/)
})

describe('oEmbed', () => {
  const oEmbed = async (query: Record<string, string>) => {
    const response = await fetch(`${parts.url}/oembed?${new URLSearchParams(query)}`)
    return { status: response.status, headers: response.headers, body: await response.json() }
  }

  test('describes a published listing as a frame, and its page says where', async () => {
    const { listing } = await createSite()
    const url = `${parts.url}/listings/${listing.slug}`
    const { text } = await read(`/listings/${listing.slug}`)
    const [, discovered = ''] = /type="application\/json\+oembed" href="([^"]+)"/.exec(text) ?? []
    const response = await fetch(discovered.replaceAll('&amp;', '&'))
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(await response.json()).toEqual({
      ...{ version: '1.0', type: 'rich', title: '12 "Rata" <Street>', cache_age: 3600 },
      ...{ provider_name: 'Property Files', provider_url: parts.url, width: 720, height: 560 },
      ...{ thumbnail_url: `${url}/preview.jpg`, thumbnail_width: 1200, thumbnail_height: 630 },
      html: expect.stringMatching(
        new RegExp(
          `^<iframe src="${parts.url}/embed/${listing.id}" title="Documents for 12 &quot;Rata&quot; &lt;Street&gt;"`,
        ),
      ),
    })
    const small = await oEmbed({ url, maxwidth: '400', maxheight: '300' })
    expect(small.body).toMatchObject({ width: 400, height: 300 })
    expect(small.body).not.toHaveProperty('thumbnail_url')
    expect((await oEmbed({ url, maxwidth: 'nonsense' })).body).toMatchObject({ width: 720 })
  })

  test('threat 190: gives the frame the permissions that reading documents needs, and no other', async () => {
    const { listing } = await createSite()
    const { body } = await oEmbed({ url: `${parts.url}/listings/${listing.slug}` })
    const [, permissions = ''] = /^<iframe [^>]*\ssandbox="([^"]*)"/.exec(body.html) ?? []
    // Not: leading the page around it elsewhere, its dialogs, its whole screen.
    expect(permissions.split(' ').sort()).toEqual([
      ...['allow-downloads', 'allow-forms', 'allow-popups', 'allow-popups-to-escape-sandbox'],
      ...['allow-same-origin', 'allow-scripts'],
    ])
  })

  test('describes a listing that no site may show as a link', async () => {
    const { listing } = await createSite([])
    const url = `${parts.url}/listings/${listing.slug}`
    const { body } = await oEmbed({ url })
    expect(body).toMatchObject({ type: 'link', url })
    expect(body).not.toHaveProperty('html')
  })

  test('threat 191: answers as specified, and tells nothing about drafts and strange links', async () => {
    const { agent, listing, post } = await createSite()
    const draft = await createListing(parts.db, { agent })
    const url = `${parts.url}/listings/${listing.slug}`
    expect(await oEmbed({ url, format: 'xml' })).toMatchObject({ status: 501 })
    expect(await oEmbed({})).toMatchObject({ status: 400, body: { fields: { url: expect.any(String) } } })
    const missing = await oEmbed({ url: `${parts.url}/listings/missing` })
    const strange = [
      ...[`${parts.url}/listings/${draft.id}`, `${parts.url}/listings/${draft.slug}`, `${parts.url}/portal`],
      ...['https://evil.example/listings/x', 'nonsense', `${parts.url}/listings/%E0%A4%A`, `${url}/open`],
    ]
    await post('archiveListing', { id: listing.id })
    for (const link of [...strange, url]) {
      const { status, body } = await oEmbed({ url: link })
      expect([status, body], link).toEqual([404, missing.body])
    }
  })
})
