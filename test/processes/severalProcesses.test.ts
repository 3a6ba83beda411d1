import { expect, test } from 'vitest'
import { deliverEmailJob } from '../../src/platform/mail/mailer.server.ts'
import { PART_BYTES, type PartUrl } from '../../src/platform/storage/storage.ts'
import { createAgent, PASSWORD, signInAs } from '../fixtures/agents.ts'
import { easyBotCheckAnswer } from '../fixtures/botCheck.ts'
import { hash, someBytes } from '../fixtures/content/bytes.ts'
import { textPdf } from '../fixtures/content/pdf.ts'
import { newIpAddress } from '../fixtures/events.ts'
import { leadForm } from '../fixtures/leads.ts'
import { createPublishedListing } from '../fixtures/listings.ts'
import { call } from '../support/call.ts'
import { eventually } from '../support/eventually.ts'
import { TEST_SECRET } from '../support/processes/app.ts'
import { useSeveralProcesses } from '../support/processes/severalProcesses.ts'

/** Requests go to one web process and the other in turn. What two of them count of visitors is in events.test.ts. */
const parts = useSeveralProcesses()
/** As many as a process takes (docs/operations.md). */
const CONNECTIONS = 10
const web = (turn: number) => parts.web(turn)
const many = <Answer>(count: number, act: (turn: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, turn) => act(turn)))

async function leaveDetails(turn: number, listingId: string) {
  const data = { ...leadForm(), listingId, turnstile: await easyBotCheckAnswer(TEST_SECRET, 'lead') }
  const headers = { 'x-forwarded-for': newIpAddress() }
  return (await call(web(turn), 'submitLead', { method: 'POST', data, headers })).status
}

test('a session that one process opens is valid at the other, and ends at both', async () => {
  const { email } = await createAgent(parts.database.db)
  const cookie = await signInAs(web(0), email)
  const whoAmI = (turn: number) => call(web(turn), 'fetchCurrentUser', { headers: { cookie } })
  expect((await whoAmI(1)).result).toMatchObject({ email })

  await call(web(1), 'logout', { method: 'POST', headers: { cookie } })
  expect((await many(2, whoAmI)).map(({ status }) => status)).toEqual([401, 401])
})

test('wrong passwords are counted over both processes: ten in total', async () => {
  const { email } = await createAgent(parts.database.db)
  const headers = { 'x-forwarded-for': newIpAddress() }
  const guess = (turn: number, password = 'guess') =>
    call(web(turn), 'login', { method: 'POST', data: { email, password }, headers }).then(({ status }) => status)
  const statuses: number[] = []
  for (let turn = 0; turn < 12; turn++) statuses.push(await guess(turn))
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
  expect(await many(2, (turn) => guess(turn, PASSWORD))).toEqual([429, 429])
})

test('an upload that one process starts and the other finishes is complete, and the worker prepares it', async () => {
  const { email } = await createAgent(parts.database.db)
  const headers = { cookie: await signInAs(web(0), email) }
  const post = async <Answer>(turn: number, name: string, data: unknown) =>
    (await call(web(turn), name, { method: 'POST', data, headers })).result as Answer
  // What follows the end of a PDF is no part of its pages.
  const bytes = new Uint8Array(Buffer.concat([textPdf(['LIM report']), someBytes(PART_BYTES)]))
  const put = ({ url, headers: signed, offset, length }: PartUrl) =>
    fetch(url, { method: 'PUT', headers: signed, body: bytes.subarray(offset, offset + length) })

  const request = { name: 'LIM.pdf', contentType: '', contentLength: String(bytes.length) }
  const begun = await post<{ uploadId: string; parts: PartUrl[] }>(0, 'getUploadUrl', request)
  expect(begun.parts).toHaveLength(2)
  if (begun.parts[1]) await put(begun.parts[1])
  const choice = { uploadId: begun.uploadId }
  const resumed = await post<{ parts: PartUrl[] }>(1, 'resumeUpload', choice)
  expect(resumed.parts.map(({ number }) => number)).toEqual([begun.parts[0]?.number])
  for (const part of resumed.parts) await put(part)
  const { id } = await post<{ id: string }>(0, 'finishUpload', choice)

  const state = async () => (await parts.database.sql`select state from file where id = ${id}`)[0]?.state
  await eventually(async () => (await state()) === 'ready')
  const { url } = await post<{ url: string }>(1, 'getDownloadUrl', { id })
  expect(hash(new Uint8Array(await (await fetch(url)).arrayBuffer()))).toBe(hash(bytes))
})

test('a lead at either process is emailed once, by the worker, and is a notification at the other', async () => {
  const LEADS = 12
  const agent = await createAgent(parts.database.db)
  const listing = await createPublishedListing(parts.database.db, { agent })
  const headers = { cookie: await signInAs(web(1), agent.email) }
  expect(await many(LEADS, (turn) => leaveDetails(turn, listing.id))).toEqual(Array(LEADS).fill(200))
  for (const turn of [0, 1]) {
    const { result } = await call(web(turn), 'fetchNotifications', { data: {}, headers })
    expect((result as { notifications: unknown[] }).notifications).toHaveLength(LEADS)
  }
  const told = () => parts.smtp.received.filter(({ mail }) => mail.to?.[0]?.address === agent.email)
  const aboutLeads = () => told().filter(({ mail }) => mail.replyTo)
  const waiting = () =>
    parts.database.sql`select 1 from pgboss.job where name = ${deliverEmailJob.name} and state < 'completed'`
  await eventually(async () => (await waiting()).length === 0)
  expect(new Set(aboutLeads().map(({ mail }) => mail.replyTo?.[0]?.address)).size).toBe(LEADS)
  expect(aboutLeads()).toHaveLength(LEADS)
})

test('through a pooler in transaction mode no request waits for a response that went to another', async () => {
  const listing = await createPublishedListing(parts.database.db)
  const check = (turn: number) => fetch(`${web(turn)}/readyz`)
  const look = (turn: number) => call(web(turn), 'fetchPublicListing', { data: { id: listing.id } })
  const asked: Promise<{ status: number }[]>[] = []
  await parts.pooler.whileHeld(async () => {
    // More questions than connections, first without values, then with: the driver would send one behind the other.
    asked.push(many(2 * CONNECTIONS, check))
    await eventually(() => parts.pooler.waiting() >= 2 * CONNECTIONS)
    asked.push(many(2 * CONNECTIONS, look))
    await many(2, (turn) => fetch(`${web(turn)}/healthz`))
  })
  const [, looks = []] = await Promise.all(asked)
  expect(new Set(looks.map(({ status }) => status))).toEqual(new Set([200]))
  await eventually(async () => (await many(2, check)).every(({ ok }) => ok))
  for (const app of parts.apps) expect(app.output()).not.toContain('"level":"error"')
})

test('a database role without a statement timeout is logged, because a pooler ignores ours', () => {
  for (const app of parts.apps) expect(app.output()).toContain('Statements have no time limit. Run: alter role')
})
