import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { listing as listingTable } from '../src/db/schema/listings.ts'
import { createSignedInAgent } from './fixtures/agents.ts'
import { buyerCalls } from './fixtures/buyers.ts'
import { createFile, createListingWithDocuments } from './fixtures/files.ts'
import { call } from './support/call.ts'
import { useDeployedApp } from './support/processes/deployedApp.ts'

const parts = useDeployedApp()
const buyers = buyerCalls(parts)

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(parts.url + path, { redirect: 'manual', headers: { accept: 'text/html', ...headers } })

const description = {
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'With a secret garden' }] }],
}

/** A published listing with a photo and a document, and its agent. */
async function publish() {
  const { agent, post, cookie } = await createSignedInAgent(parts, {
    ...{ phone: '+64215550100', profile: { licenceLine: 'Licensed under the REAA 2008' } },
  })
  const listing = await createListingWithDocuments(parts, [{ name: 'LIM report' }], { agent, description })
  const photo = await createFile(parts.db, {
    ...{ agent, listingId: listing.id, type: 'image', contentType: 'image/webp', name: 'Front' },
  })
  return { ...listing, photo, post, agentCookie: cookie }
}

describe('the page of a listing that was public', () => {
  test('threat 106: has its title and the agent’s card, and nothing else of it', async () => {
    const { id, slug, title, subtitle, photo, fileId, agentCookie } = await publish()
    await parts.db.update(listingTable).set({ archivedAt: new Date() }).where(eq(listingTable.id, id))
    for (const link of [slug, id]) {
      const response = await ask(`/listings/${link}`)
      const html = await response.text()
      expect([response.status, response.headers.get('cache-control')]).toEqual([410, 'no-store'])
      for (const said of [
        'No longer available',
        title,
        'Aroha Ngata',
        'Licensed under the REAA 2008',
        '+64215550100',
        'content="noindex"',
      ])
        expect(html).toContain(said)
      for (const kept of ['secret garden', subtitle, 'LIM report', photo.id, fileId, 'data-island', 'canonical'])
        expect(html).not.toContain(kept)
      const { status, text } = await call(parts.url, 'fetchPublicListing', { data: { id: link } })
      expect([status, text.includes(title)]).toEqual([410, false])
    }
    for (const path of [`/listings/${slug}/preview.jpg`, `/listings/${slug}/documents.zip`])
      expect((await ask(path)).status, path).toBe(410)
    expect((await ask(`/photos/${photo.id}/480`)).status).toBe(404)

    const preview = await ask(`/listings/${id}?preview=true`, { cookie: agentCookie })
    expect([preview.status, (await preview.text()).includes('secret garden')]).toEqual([200, true])
    expect((await ask(`/listings/${id}?preview=true`)).status).toBe(404)
  })
})

describe('a link from before a listing’s slug was changed', () => {
  test('leads to its page, documents, picture and private link, and then to the page that says it is gone', async () => {
    const { id, slug, title, post } = await publish()
    const { cookie, email } = await buyers.submitLead(id)
    const key = await buyers.waitForEmailedKey(email)
    const change = { id, version: 1, slug: `${slug}-moved`, title, subtitle: '', description }
    expect((await post('updateListing', change)).status).toBe(200)

    const page = await ask(`/listings/${slug}?utm_source=an-ad&q=a+b%26c`)
    expect([page.status, page.headers.get('cache-control')]).toEqual([301, 'no-store'])
    const location = new URL(page.headers.get('location') ?? '', parts.url)
    expect(location.origin + location.pathname).toBe(`${parts.url}/listings/${slug}-moved`)
    expect(Object.fromEntries(location.searchParams)).toEqual({ utm_source: 'an-ad', q: 'a b&c' })
    const moved = await ask(location.pathname)
    expect([moved.status, (await moved.text()).includes('Licensed under the REAA 2008')]).toEqual([200, true])
    expect((await ask(`/listings/${slug}/open?key=${key}`)).status).toBe(200)
    expect((await ask(`/listings/${slug}/documents.zip`, { cookie })).status).toBe(200)
    expect((await ask(`/listings/${slug}/documents.zip`)).status).toBe(403)
    expect((await ask(`/listings/${slug}/preview.jpg`)).status).toBe(302)

    await post('unpublishListing', { id })
    for (const link of [slug, `${slug}-moved`]) expect((await ask(`/listings/${link}`)).status).toBe(410)
  })
})
