import { expect, test } from 'vitest'
import { cookieHeader } from '../fixtures/agents.ts'
import { solveBotCheck } from '../fixtures/botCheck.ts'
import { buyerCalls } from '../fixtures/buyers.ts'
import { listingViewEvent, sendEvent, storedEvents } from '../fixtures/events.ts'
import { createListingWithDocuments } from '../fixtures/files.ts'
import { call } from '../support/call.ts'
import { useDeployedApp } from '../support/processes/deployedApp.ts'

const ADDRESS = '198.51.100.177'
const person = {
  firstName: 'Zebulonia',
  lastName: 'Quackenbush',
  email: 'zebulonia.canary@example.nz',
  phone: '+64 21 555 0177',
  note: 'Please call me: Zebulonia, 021 555 0177',
}
const parts = useDeployedApp({ TRUSTED_PROXIES: '127.0.0.1,::1', LOG_LEVEL: 'debug' })

test("threat 55: after a buyer's whole visit, nothing of the person is in events, other tables or the log", async () => {
  const listing = await createListingWithDocuments(parts)
  const buyers = buyerCalls(parts)
  const headers: Record<string, string> = { 'x-forwarded-for': ADDRESS, 'user-agent': 'Mozilla/5.0 Firefox/140.0' }
  const post = (name: string, data: unknown) => call(parts.url, name, { method: 'POST', data, headers })
  const look = (event: string) =>
    sendEvent(parts.url, {
      headers,
      body: {
        ...listingViewEvent(listing, event),
        referrer: `https://mail.example/${person.email}/read?phone=${person.phone}`,
      },
    })

  await look('listing_view')
  const turnstile = await solveBotCheck(parts.url, 'lead')
  const lead = { ...person, listingId: listing.id, key: crypto.randomUUID(), turnstile }
  const answer = await post('submitLead', lead)
  expect(answer.status).toBe(200)
  headers.cookie = cookieHeader(answer.headers)
  await look('link_click')
  for (const inline of [true, false])
    await post('openDocument', { listingId: listing.id, fileId: listing.fileId, inline })
  await fetch(`${parts.url}/listings/${listing.id}/documents.zip`, { headers }).then((zip) => zip.text())
  await look('listing_leave')
  const key = await buyers.waitForEmailedKey(person.email)
  await fetch(`${parts.url}/listings/${listing.slug}/open?key=${key}`, { headers }).then((page) => page.text())
  await buyers.byLink('fetchPrivateLink', key)
  await buyers.enter(key)
  // What fails is where details slip into a log.
  await post('submitLead', { ...lead, email: `${person.email}\0` })
  await post('openDocument', { listingId: listing.id, fileId: person.email })
  await sendEvent(parts.url, { headers, body: { ...listingViewEvent(listing, person.email), phone: person.phone } })
  await sendEvent(parts.url, { headers, body: `{"event": "${person.email}"` })

  expect(await storedEvents(parts, listing.id)).toHaveLength(7)
  const places = { ...(await tables()), 'the log': parts.app.output() }
  const [, signature = ''] = key.split('.')
  const [, cookie = ''] = /\.([\w-]{43})/.exec(headers.cookie) ?? []
  const canaries = [
    ...[person.firstName, person.lastName, 'zebulonia', 'canary@', ADDRESS],
    ...['555 0177', '5550177', signature, cookie],
  ]
  expect(cookie).toHaveLength(43)
  const found = Object.entries(places).flatMap(([place, text]) =>
    canaries.filter((canary) => text.includes(canary)).map((canary) => `${canary} in ${place}`),
  )
  expect(found).toEqual([])
})

/** Every row of every table as text, but those of the lead, the person, and whom the record names until they are erased. Emails wait in jobs, sealed. */
async function tables() {
  const { sql } = parts.database
  const all = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE' and table_name not in ('lead', 'person', 'record_subject')`
  expect(all.map(({ name }) => name)).toContain('public.event')
  const texts = await Promise.all(
    all.map(async ({ name }) => {
      const [row] = await sql.raw(`select coalesce(string_agg(t::text, ' '), '') as text from ${name} t`)
      return [name, row?.text as string]
    }),
  )
  return Object.fromEntries(texts) as Record<string, string>
}
