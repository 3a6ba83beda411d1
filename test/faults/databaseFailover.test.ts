import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/db/client.server.ts'
import { createApiKey } from '../../src/features/api/server/apiKeys.server.ts'
import { startSession } from '../../src/platform/auth/sessions.server.ts'
import { apiScopes } from '../../src/values/apiScopes.ts'
import { authorisation } from '../access/authorisation.ts'
import { byListing } from '../access/callsAboutThings.ts'
import { furtherByListing, permissionCalls } from '../access/callsByRole.ts'
import { createAgency } from '../fixtures/agencies.ts'
import { easyBotCheckAnswer } from '../fixtures/botCheck.ts'
import { listingViewEvent, newIpAddress, sendEvent } from '../fixtures/events.ts'
import { leadForm, submitUntilAcknowledged } from '../fixtures/leads.ts'
import { createPublishedListing } from '../fixtures/listings.ts'
import { call } from '../support/call.ts'
import { eventually } from '../support/eventually.ts'
import { isLong } from '../support/longRun.ts'
import { freePort, type RunningApp, startBuiltApp, TEST_SECRET } from '../support/processes/app.ts'
import { onSeparateConnection } from '../support/separateConnection.ts'
import { type PostgresPair, startPostgresPair } from '../support/servers/replicatedPostgres.ts'

let pair: PostgresPair
let app: RunningApp
let listing: { id: string; slug: string }
let agency: Awaited<ReturnType<typeof createAgency>>
beforeAll(async () => {
  pair = await startPostgresPair()
  app = await startApp(pair.url)
  const { db, close } = openDatabase(pair.primaryUrl)
  agency = await createAgency(db)
  listing = await createPublishedListing(db, { agent: agency.owner })
  await close()
})
afterAll(async () => {
  await app?.stop('SIGKILL')
  await pair?.stop()
})

async function startApp(DATABASE_URL: string) {
  const PORT = String(await freePort())
  const APP_URL = `http://localhost:${PORT}`
  return startBuiltApp({ DATABASE_URL, PORT, APP_URL, APP_SECRET: TEST_SECRET, TRUSTED_PROXIES: '127.0.0.1' })
}

const botCheck = () => easyBotCheckAnswer(TEST_SECRET, 'lead')
const statusOf = async (path: string, { url } = app) => (await fetch(`${url}${path}`)).status
const isReady = async () => (await statusOf('/readyz')) === 200

async function leaveDetails(form = leadForm({ listingId: listing.id })) {
  const data = { ...form, turnstile: await botCheck() }
  const headers = { 'x-forwarded-for': newIpAddress() }
  return (await call(app.url, 'submitLead', { method: 'POST', data, headers })).status
}

/** The emails of the listing's leads, in order. */
const storedIn = (url: string) =>
  onSeparateConnection(url, async (sql) => {
    const leads = await sql<{ email: string }>`select email from lead where "listingId" = ${listing.id} order by email`
    return leads.map(({ email }) => email)
  })

// The same at length, with uploads, messages and webhooks, is `npm run bench -- failover`.
test('a primary killed under load: the application finds the promoted standby by itself, and every acknowledged lead is there once', async () => {
  await pair.followed()
  const acknowledged = await storedIn(pair.primaryUrl)
  const waiting = Array.from({ length: 24 }, () => leadForm({ listingId: listing.id }))
  let failover: Promise<unknown> | undefined
  const replacePrimary = async () => {
    await pair.killPrimary()
    await eventually(async () => (await statusOf('/readyz')) === 503)
    await pair.promoteStandby()
  }
  const write = async () => {
    for (let buyer = waiting.pop(); buyer; buyer = waiting.pop()) {
      await submitUntilAcknowledged(app.url, buyer, botCheck)
      acknowledged.push(buyer.email)
      if (waiting.length < 14) failover ??= replacePrimary()
    }
  }
  await Promise.all(Array.from({ length: 4 }, write))
  await failover
  await eventually(isReady)
  expect(await storedIn(pair.primaryUrl)).toEqual(acknowledged.toSorted())
}, 300_000)

test('a standby lost: nothing is acknowledged that it does not have, calls get a 503, and work by themselves once it is back', async () => {
  await pair.followed()
  await eventually(isReady)
  await pair.stopStandby()
  onTestFinished(pair.followed)
  // More than the application has connections.
  const forms = Array.from({ length: 24 }, () => leadForm({ listingId: listing.id }))
  const answered: { email: string; status: number }[] = []
  const answers = forms.map(async (form) => {
    const answer = { email: form.email, status: await leaveDetails(form) }
    answered.push(answer)
    return answer
  })
  // At length until the connections that wait are given up, too: their limit is 18 seconds.
  await eventually(() => answered.length >= (isLong ? forms.length : 1))
  expect(new Set(answered.map(({ status }) => status))).toEqual(new Set([503]))

  await pair.followed()
  const accepted = (await Promise.all(answers)).filter(({ status }) => status === 200).map(({ email }) => email)
  const again = leadForm({ listingId: listing.id })
  await submitUntilAcknowledged(app.url, again, botCheck)
  await eventually(async () => (await storedIn(pair.standbyUrl)).includes(again.email))
  expect(await storedIn(pair.standbyUrl)).toEqual(expect.arrayContaining([...accepted, again.email]))
  // The same form once more is the same lead.
  for (const form of forms) await submitUntilAcknowledged(app.url, form, botCheck)
  const stored = await storedIn(pair.primaryUrl)
  expect(stored.filter((email) => forms.some((form) => form.email === email))).toHaveLength(forms.length)
}, 300_000)

/** Everything that an owner can change without anything else: what is not there is refused with 4xx. */
function changes(): [name: string, data: object][] {
  const about = Object.entries({ ...byListing, ...furtherByListing })
  const calls = [
    ...about.map(([name, ask]): [string, object] => [name, ask(listing.id)]),
    ...Object.entries(permissionCalls).map(([name, { data }]): [string, object] => [name, data(agency)]),
    ['login', { email: agency.agent.email, password: 'not the password' }] satisfies [string, object],
  ]
  // Ends what the others are about.
  const last = ['deleteAgency', 'keepAgency', 'archiveListing', 'handOverListing']
  return calls.filter(([name]) => authorisation[name]?.method === 'POST' && !last.includes(name))
}

/** What an agency's programs change: with the API, and with the feed of a CRM. */
const programRequests = () => [
  { path: '/api/v1/listings', type: 'application/json', body: JSON.stringify({ title: 'By a program' }) },
  { path: '/api/v1/leads', type: 'application/json', body: JSON.stringify(leadByProgram()) },
  { path: '/feeds/reaxml', type: 'application/xml', body: '<propertyList></propertyList>' },
]

function leadByProgram() {
  const { listingId, firstName, lastName, email, phone } = leadForm({ listingId: listing.id })
  return { listingId, firstName, lastName, email, phone, note: '', consent: 'They wrote to us' }
}

async function sendAsProgram(
  url: string,
  token: string,
  { path, type, body }: Record<'path' | 'type' | 'body', string>,
) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': type }
  return (await fetch(url + path, { method: 'POST', headers, body })).status
}

/** They answer what would be the case, and change nothing. */
const READING = [
  'previewMessage',
  'countMessageAudience',
  'suggestMessage',
  'fetchSecondFactorRule',
  'getEmailedDocumentUrl',
]

test('a database that only reads answers no change with success, and the application is not ready until it accepts writes again', async () => {
  await pair.followed()
  const before = pair.primaryUrl
  const single = await startApp(before)
  onTestFinished(() => single.stop('SIGKILL').then(() => undefined))
  const { db, close } = openDatabase(before)
  const cookie = `session=${await startSession(db, agency.owner.id, '')}`
  const { token } = await createApiKey(db, agency.owner, { name: 'CRM', scopes: [...apiScopes], days: null })
  await close()
  await eventually(async () => (await statusOf('/readyz', single)) === 200)

  await pair.switchOver()
  await eventually(async () => (await statusOf(`/listings/${listing.slug}`, single)) === 200)
  const asOwner = async (name: string, data: object) =>
    (await call(single.url, name, { method: 'POST', data, headers: { cookie } })).status
  const asProgram = () => Promise.all(programRequests().map((request) => sendAsProgram(single.url, token, request)))
  const event = sendEvent(single.url, { body: listingViewEvent(listing) })
  const onStandby = new Map(
    await Promise.all(changes().map(async ([name, data]) => [name, await asOwner(name, data)] as const)),
  )
  expect(await statusOf('/readyz', single)).toBe(503)
  expect(await statusOf('/healthz', single)).toBe(200)
  expect((await event).status).toBe(503)
  expect(await asProgram()).toEqual([503, 503, 503])

  await pair.killPrimary()
  await pair.promoteStandby()
  await eventually(async () => (await statusOf('/readyz', single)) === 200)
  const changed: string[] = []
  for (const [name, data] of changes()) if ((await asOwner(name, data)) === 200) changed.push(name)
  expect(changed.length).toBeGreaterThan(20)
  const refused = changed.filter((name) => !READING.includes(name))
  expect(refused.map((name) => [name, onStandby.get(name)])).toEqual(refused.map((name) => [name, 503]))
  expect(await asProgram()).toEqual([201, 201, 202])
}, 300_000)
