import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { profile, user } from '../src/db/schema/accounts.ts'
import { file } from '../src/db/schema/files.ts'
import { listing } from '../src/db/schema/listings.ts'
import { issueToken } from '../src/features/accounts/server/credentials/emailedTokens.server.ts'
import { signVendorKey } from '../src/features/vendors/server/vendorKey.server.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../src/values/time.ts'
import { createAgency } from './fixtures/agencies.ts'
import { callsWithCookie, createAgent, createSession, createSignedInAgent } from './fixtures/agents.ts'
import { createChannel } from './fixtures/channels.ts'
import { createEvents } from './fixtures/events.ts'
import { createFile, fileValues } from './fixtures/files.ts'
import { createInvitee, createLead } from './fixtures/leads.ts'
import { createPublishedListing } from './fixtures/listings.ts'
import { createCheckIn, createOpenHome } from './fixtures/openHomes.ts'
import { createReadingSum } from './fixtures/readings.ts'
import { createVendor } from './fixtures/vendors.ts'
import { call } from './support/call.ts'
import { readPdf } from './support/content/readPdf.ts'
import { readQr } from './support/content/readQr.ts'
import { eventually } from './support/eventually.ts'
import { TEST_SECRET } from './support/processes/app.ts'
import { useDeployedApp, WITHOUT_JOBS } from './support/processes/deployedApp.ts'

const SUPPORT_EMAIL = 'help@example.nz'
const parts = useDeployedApp({ ...WITHOUT_JOBS, SUPPORT_EMAIL })
let agent: Awaited<ReturnType<typeof createSignedInAgent>>
beforeAll(async () => {
  agent = await createSignedInAgent(parts)
})

const words = { subtitle: '3 bed', description: { type: 'doc', content: [{ type: 'paragraph' }] } }

async function publish(title: string) {
  const { result } = await agent.post('createListing', { title, ...words })
  const { id, slug } = result as { id: string; slug: string }
  expect((await agent.post('publishListing', { id })).status).toBe(200)
  return { id, path: `/listings/${slug}` }
}

async function open(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(parts.url + path, { headers: { accept: 'text/html', ...headers } })
  const html = await response.text()
  return { response, html, title: /<title>([^<]*)/.exec(html)?.[1] ?? '' }
}

test('threat 186: the QR code on a downloaded poster leads to the public page, which is the same for every channel', async () => {
  const { id, path } = await publish('24 Poster Street')
  const poster = await fetch(`${parts.url}/portal/listings/${id}/share/poster.pdf`, {
    headers: { cookie: agent.cookie },
  })
  expect([poster.status, poster.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  const [sheet, ...more] = await readPdf(await poster.bytes())
  expect(more).toEqual([])
  const address = await readQr(sheet?.picture ?? Buffer.of())
  const short = await fetch(`${address}?utm_source=flyer`, { redirect: 'manual' })
  const code = address.split('/').at(-1)
  expect([short.status, short.headers.get('location'), short.headers.get('cache-control')]).toEqual([
    ...[302, `${parts.url}${path}#from=${code}&utm_source=flyer`, 'no-store'],
  ])
  expect(short.headers.get('set-cookie')).toBeNull()
  const plain = await open(path)
  expect(plain.html).toContain('24 Poster Street')
  // A browser follows without the fragment, and the query of a campaign is in nothing that is kept.
  const tagged = await open(`${path}?utm_source=trademe&utm_campaign=spring`)
  expect(tagged.html).toBe(plain.html)
  expect(tagged.response.headers.get('etag')).toBe(plain.response.headers.get('etag'))
})

const word = fc
  .string({ unit: fc.constantFrom(...'bcdfghjkmnprtvwxyzaeiouāēō'), minLength: 7, maxLength: 14 })
  .map((letters) => `Q${letters}`)
const buyer = fc.record({
  ...{ firstName: word, lastName: word, city: word, mailbox: word },
  phone: fc.integer({ min: 2_000_000, max: 9_999_999 }).map((number) => `+6421${number}`),
})
type Buyer = typeof buyer extends fc.Arbitrary<infer Value> ? Value : never

/** In half hours from now, all different. */
const comingTimes = fc.uniqueArray(fc.integer({ min: 4, max: 60 * 48 }), { minLength: 1, maxLength: 4 })

/** Everything that the agent gets to know about a buyer, and how each of it is written. */
async function watchBuyer(own: { id: string; agencyId: string; userId: string }, openHomeId: string, given: Buyer) {
  const { db } = parts
  const { firstName, lastName, city, mailbox, phone } = given
  const [createdAt, email] = [new Date(Date.now() - 3 * DAY_MS), `${mailbox}@example.com`.toLowerCase()]
  const about = `${firstName} ${lastName} of ${city}`
  const notes = { note: about, agentNote: about }
  const [listingId, { agencyId, userId }] = [own.id, own]
  const { id: leadId } = await createLead(db, { listingId, firstName, lastName, email, phone, ...notes, createdAt })
  await createInvitee(db, { leadId, name: about, email })
  await createCheckIn(db, { agencyId, listingId, openHomeId, leadId, consent: about })
  const { id: channelId } = await createChannel(db, { listingId, name: `For ${about}` })
  const view = { event: 'listing_view', listingId, leadId, userId, city, region: city, channelId, createdAt }
  await createEvents(
    db,
    Array.from({ length: 6 }, () => ({ ...view, channelKind: 'own' as const, isUnique: true })),
  )
  const offer = await createFile(db, { agent: { id: userId }, listingId, name: `Offer of ${about}` })
  await createReadingSum(db, { fileId: offer.id, pageSeconds: [90], pageReaders: [1] })
  return [firstName, lastName, city, mailbox, email, phone.slice('+64'.length)]
}

/** Times have narrow spaces, and a PDF breaks its lines anywhere. */
const withoutSpaces = (text: string) => text.replaceAll(/\s+/g, '').toLowerCase()

test('threat 197: the vendor’s page and PDF have the coming dates, and no buyer’s name, email, phone number or place, for random buyers', async () => {
  const { db, url } = parts
  const title = '9 Vendor Street'
  await fc.assert(
    fc.asyncProperty(fc.array(buyer, { minLength: 1, maxLength: 9 }), comingTimes, async (buyers, halfHours) => {
      const [now, publishedAt] = [Date.now(), new Date(Date.now() - 12 * DAY_MS)]
      const [saleAt = new Date(), ...homes] = halfHours.map((count) => new Date(now + count * 30 * MINUTE_MS))
      const published = { publishedAt, firstPublishedAt: publishedAt }
      const own = await createPublishedListing(db, { title, ...published, saleMethod: 'auction', saleAt })
      const lastWeek = new Date(now - 5 * DAY_MS)
      const [past] = await Promise.all(
        [lastWeek, ...homes].map((startsAt) =>
          createOpenHome(db, { listingId: own.id, startsAt, endsAt: new Date(startsAt.getTime() + HOUR_MS) }),
        ),
      )
      const secrets = []
      for (const one of buyers) secrets.push(...(await watchBuyer(own, past?.id ?? '', one)))
      const key = signVendorKey(TEST_SECRET, (await createVendor(db, { listingId: own.id })).id)
      const { html, response } = await open(`/vendor?key=${key}`)
      const pdf = await fetch(`${url}/vendor/report.pdf?key=${key}`)
      expect([response.status, pdf.status]).toEqual([200, 200])
      const sheets = await readPdf(await pdf.bytes())
      const day = { day: 'numeric', month: 'short', timeZone: 'Pacific/Auckland' } as const
      const dates = [saleAt, ...homes].map((date) => date.toLocaleDateString('en-NZ', day))
      for (const text of [html, sheets.map((sheet) => sheet.text).join('\n')].map(withoutSpaces)) {
        for (const shown of [title, 'Auction', ...dates]) expect(text).toContain(withoutSpaces(shown))
        for (const secret of secrets) expect(text).not.toContain(withoutSpaces(secret))
      }
    }),
    { numRuns: 6, endOnFailure: true },
  )
})

test('a page that is not found is styled before any script runs', async () => {
  const { response, html } = await open('/nothing-here')
  expect(response.status).toBe(404)
  const [, heading] = /<h1 class="([^"]+)"/.exec(html) ?? []
  const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, path]) => parts.url + path)
  const styles = await Promise.all(sheets.map(async (sheet) => (await fetch(sheet)).text()))
  expect(styles.join()).toContain(`.${heading}{`)
})

test('a link to create a password says who is signed in, if that is another agent', async () => {
  const invited = await createAgent(parts.db, { emailVerified: false })
  const link = `/reset-password/${await issueToken(parts.db, 'create_password', invited.id)}?first=true`
  expect((await open(link)).html).not.toContain('signed in as')
  const { html } = await open(link, { cookie: agent.cookie })
  expect(html).toContain(`You’re signed in as ${agent.agent.email}`)
})

/** Headers that are the same for everyone. */
const sharedHeaders = ({ headers }: Response) =>
  [...headers].filter(([name]) => !['date', 'x-request-id', 'connection', 'keep-alive'].includes(name))

describe('threat 57: a public page', () => {
  test('is the same bytes for everyone: anonymous, signed in, with a key, with any query and any host', async () => {
    const { path } = await publish('Rata Street')
    const { cookie } = agent
    const plain = { 'accept-encoding': 'identity' }
    const first = await open(path, plain)
    expect(first.response.headers.get('set-cookie')).toBeNull()
    for (const [query, headers] of [
      ['', {}],
      ['', { cookie }],
      ['', { cookie: 'list_0123456789abcdef=anything' }],
      ['', { 'user-agent': 'a phone', 'accept-language': 'de' }],
      ['', { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher', 'x-original-url': '/portal' }],
      ['', { range: 'bytes=0-9' }],
      ['?utm_source=an-ad&a=<script>', {}],
    ] as const) {
      const { response, html } = await open(path + query, { ...plain, ...headers })
      expect(html).toBe(first.html)
      expect([response.status, sharedHeaders(response)]).toEqual([200, sharedHeaders(first.response)])
    }
  })

  test('has one script and a list of pages to preload, which its policy allows by their hashes', async () => {
    const { path } = await publish('Tawa Street')
    const { html, response } = await open(path)
    const scripts = [...html.matchAll(/<script(?<attributes>[^>]*)>(?<text>.*?)<\/script>/gs)]
    const running = scripts.filter(({ groups }) => !groups?.attributes?.includes('json'))
    expect(running.map(({ groups }) => groups?.attributes)).toEqual(['', ' type="speculationrules"'])
    const hashes = running.map(({ groups }) =>
      createHash('sha256')
        .update(groups?.text ?? '')
        .digest('base64'),
    )
    const allowed = hashes.map((hash) => `'sha256-${hash}'`).join(' ')
    expect(response.headers.get('content-security-policy')).toContain(`script-src ${allowed} 'strict-dynamic';`)
    expect(html).not.toMatch(/ nonce=| onload=|<style/)
  })

  test('is compressed, or without a body, as requested, and not sent again to a browser that has it', async () => {
    const { path } = await publish('Kauri Street')
    const plain = await open(path, { 'accept-encoding': 'identity' })
    expect(plain.response.headers.get('content-encoding')).toBeNull()
    const tags = new Set([plain.response.headers.get('etag')])
    for (const encoding of ['br', 'gzip']) {
      const { response, html } = await open(path, { 'accept-encoding': encoding })
      expect(response.headers.get('content-encoding')).toBe(encoding)
      expect(response.headers.get('vary')).toBe('accept-encoding')
      expect(html).toBe(plain.html)
      tags.add(response.headers.get('etag'))
    }
    expect(tags.size).toBe(3)

    for (const tag of [...tags, '"other"'].map(String)) {
      const { response, html } = await open(path, { 'accept-encoding': 'identity', 'if-none-match': tag })
      const isKnown = tag === plain.response.headers.get('etag')
      expect([response.status, html === ''], tag).toEqual(isKnown ? [304, true] : [200, false])
    }
    const head = await fetch(parts.url + path, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } })
    expect(head.status).toBe(200)
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(plain.html)))
    expect(await head.text()).toBe('')
  })

  test('has only links that lead somewhere, for crawlers', async () => {
    const { id, path } = await publish('Linked Street')
    await parts.database.db.insert(file).values(fileValues({ agent: agent.agent, listingId: id }))
    const { html } = await open(path)
    expect(html).toContain('Download all')
    const links = html.match(/<a(?=\s)[^>]*>/g) ?? []
    expect(links.length).toBeGreaterThan(0)
    expect(links.filter((link) => !/\shref="[^"]/.test(link))).toEqual([])
  })

  test('contains nothing from the first visitor’s request: no host, no query', async () => {
    const { path } = await publish('Totara Street')
    const { html } = await open(`${path}?utm_source=canary-query`, { 'x-forwarded-host': 'canary-host.example' })
    for (const canary of ['canary-query', 'canary-host']) expect(html).not.toContain(canary)
    expect((await open(path)).html).not.toContain('canary')
  })
})

describe('threat 97: a kept page', () => {
  const identity = { 'accept-encoding': 'identity' }

  test('is right for the next visitor, whatever the first one asked for', async () => {
    for (const [title, method, headers] of [
      ['Head Street', 'HEAD', identity],
      ['Range Street', 'GET', { ...identity, range: 'bytes=5-9' }],
      ['Refused Street', 'GET', { 'accept-encoding': 'br;q=0, gzip;q=0.0, *;q=0' }],
      ['Odd Street', 'GET', { 'accept-encoding': 'BR ; q=1.0,gzip, zstd, deflate;q=0.5, \u00ff' }],
      ['Tagged Street', 'GET', { ...identity, 'if-none-match': '"made-up", W/"other"' }],
      ['Known Street', 'GET', { ...identity, 'if-none-match': '*' }],
      ['Cookie Street', 'GET', { ...identity, cookie: `${agent.cookie}; __Host-list_1=x; a=${'x'.repeat(3_000)}` }],
    ] as const) {
      const { path } = await publish(title)
      await fetch(parts.url + path, { method, headers: { accept: 'text/html', ...headers } })
      const { response, html } = await open(path, identity)
      expect([response.status, response.headers.get('content-encoding')], title).toEqual([200, null])
      expect(html, title).toMatch(/^<!DOCTYPE html>.*<\/html>$/s)
      expect(html).toContain(title)
      expect((await open(path, { 'accept-encoding': 'br' })).html, title).toBe(html)
    }
  })

  test('does not answer what is not a page: another method, a call for data, a preview', async () => {
    const { id, path } = await publish('Kept Street')
    await open(path)
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
      expect((await fetch(parts.url + path, { method })).status, method).toBe(405)
    expect((await open(`${path}?preview=true`)).html).not.toContain('Preview:')
    expect((await open(`/listings/${id}?preview=true`)).response.status).toBe(404)
  })

  test('is sent like a static file, without a request id', async () => {
    const { path } = await publish('Quiet Street')
    const first = await open(path)
    const second = await open(path)
    expect(first.response.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
    expect(second.response.headers.get('x-request-id')).toBeNull()
    expect(second.html).toBe(first.html)
  })

  test('is not kept again for every way to write its address', async () => {
    const { path } = await publish('Many Street')
    for (const other of [path.replace('many', '%6Dany'), path.replace('many', 'm%61ny'), `${path}%2F`]) {
      const { response } = await open(other)
      expect(response.headers.get('cache-control'), other).not.toMatch(/public/)
    }
  })
})

describe('a change', () => {
  const rename = (id: string, title: string) =>
    parts.database.db.update(listing).set({ title }).where(eq(listing.id, id))

  test('by the agent shows at once', async () => {
    const { id, path } = await publish('Rimu Street')
    expect((await open(path)).title).toContain('Rimu Street')
    await agent.post('unpublishListing', { id })
    expect((await open(path)).response.status).toBe(410)
    await agent.post('publishListing', { id })
    expect((await open(path)).response.status).toBe(200)
    await agent.post('archiveListing', { id })
    expect((await open(path)).response.status).toBe(410)
  })

  test('threat 19: made by another process shows within moments, archiving too', async () => {
    const { id, path } = await publish('Matai Street')
    expect((await open(path)).title).toContain('Matai Street')
    await rename(id, 'Miro Street')
    await eventually(async () => (await open(path)).title.includes('Miro Street'))
    await parts.database.db.update(listing).set({ archivedAt: new Date() }).where(eq(listing.id, id))
    await eventually(async () => (await open(path)).response.status === 410)
  })

  test('threat 74: is what makes a page stale, and no call by a stranger, with an invented session or without', async () => {
    const { id } = await publish('Puriri Street')
    const changed: string[] = []
    const { settle, close } = await parts.database.listen(
      'page_changed',
      (payload) => changed.push(payload),
      () => {},
    )
    onTestFinished(close)
    for (const name of ['login', 'saveProfile', 'archiveListing', 'fetchPublicListing', 'endVisit'])
      for (const cookie of ['session=invented', ''])
        await call(parts.url, name, { method: 'POST', data: { id }, headers: { cookie } })
    await settle()
    expect(changed).toEqual([])
    await agent.post('archiveListing', { id })
    await settle()
    expect(changed).toContain(id)
  })

  test('of the agent, their settings or a file shows as well', async () => {
    const { id, path } = await publish('Tarata Street')
    const { db } = parts.database
    await open(path)
    await db.update(user).set({ lastName: 'Renamed' }).where(eq(user.id, agent.agent.id))
    await eventually(async () => (await open(path)).html.includes('Renamed'))
    await db.insert(profile).values({ userId: agent.agent.id, agencyName: 'A new agency' })
    await eventually(async () => (await open(path)).html.includes('A new agency'))
    await db.insert(file).values(fileValues({ agent: agent.agent, listingId: id, name: 'A new report' }))
    await eventually(async () => (await open(path)).html.includes('A new report'))
    await db.delete(file).where(eq(file.listingId, id))
    await eventually(async () => !(await open(path)).html.includes('A new report'))
  })

  test('of the co-agents shows at once: who they are, what they show of themselves, and who takes over from them', async () => {
    const { db } = parts.database
    const office = await createAgency(db)
    for (const role of ['agent', 'colleague', 'manager'] as const)
      await db
        .update(user)
        .set({ lastName: `The ${role}`, phone: '+6421555010' })
        .where(eq(user.id, office[role].id))
    const { id, slug } = await createPublishedListing(db, { agent: office.agent })
    const owner = callsWithCookie(parts.url, await createSession(db, office.owner.id))
    /** In the order in which the page names them. */
    const agents = async () => {
      const { html } = await open(`/listings/${slug}`)
      const article = html.slice(html.indexOf('<article'), html.indexOf('</article>'))
      const names = [...article.matchAll(/The (?:agent|colleague|manager|new name)/g)].map(([name]) => name)
      return { names: [...new Set(names)], article }
    }
    expect((await agents()).names).toEqual(['The agent'])
    const share = { id, before: [], userIds: [office.colleague.id] }
    expect((await owner.post('setCoAgents', share)).status).toBe(200)
    expect((await agents()).names).toEqual(['The agent', 'The colleague'])
    await db.update(user).set({ lastName: 'The new name' }).where(eq(user.id, office.colleague.id))
    await eventually(async () => (await agents()).names.includes('The new name'))
    const { email } = office.colleague
    expect((await agents()).article).toContain(`mailto:${email}`)
    await db.insert(profile).values({ userId: office.colleague.id, cardShowsPhone: false, cardShowsEmail: false })
    await eventually(async () => !(await agents()).article.includes(email))
    expect((await agents()).names).toEqual(['The agent', 'The new name'])
    // Assistants run no listing: the agent they act for takes their place.
    const change = { userId: office.colleague.id, role: 'assistant', agentIds: [office.manager.id] }
    expect((await owner.post('changeMember', change)).status).toBe(200)
    expect((await agents()).names).toEqual(['The agent', 'The manager'])
  })

  test('that publishes a page that was gone shows at once, because a 410 is not cached', async () => {
    const { id, path } = await publish('Hinau Street')
    await parts.database.db.update(listing).set({ archivedAt: new Date() }).where(eq(listing.id, id))
    expect((await open(path)).response.status).toBe(410)
    await parts.database.db.update(listing).set({ archivedAt: null }).where(eq(listing.id, id))
    expect((await open(path)).response.status).toBe(200)
  })
})

test.each(['/', '/features', '/pricing', '/about', '/help', '/privacy-policy', '/terms'])(
  '%s loads no Mantine styles',
  async (path) => {
    const { html } = await open(path)
    const styles = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href = '']) => href)
    expect(styles.length).toBeGreaterThan(0)
    for (const href of styles)
      expect(await (await fetch(new URL(href, parts.url))).text()).not.toMatch(/\.m_[0-9a-f]{8}/)
  },
)

test.each(['/', '/features', '/pricing', '/about', '/help', '/developers', '/verify', '/privacy-policy', '/terms'])(
  '%s has a picture of its own for shared links',
  async (path) => {
    const { html } = await open(path)
    const picture = /<meta property="og:image" content="[^"]+(\/social\/[^"]+)"/.exec(html)?.[1] ?? ''
    expect(picture).toBe(`/social/${path.slice(1) || 'home'}.jpg`)
    expect((await fetch(parts.url + picture)).headers.get('content-type')).toBe('image/jpeg')
  },
)

test.each(['/help', '/listings/missing', '/no-such-page'])('%s has a link to help and to write to us', async (path) => {
  const { html } = await open(path)
  expect(html).toContain('href="/help"')
  expect(html).toMatch(new RegExp(`<a href="mailto:${SUPPORT_EMAIL}"[^>]*>Contact us</a>`))
})
