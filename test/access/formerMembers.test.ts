import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { pushSubscription } from '../../src/db/schema/notifications.ts'
import { addMember, createAgency } from '../fixtures/agencies.ts'
import { callsWithCookie, createSession } from '../fixtures/agents.ts'
import { createFile } from '../fixtures/files.ts'
import { createLead } from '../fixtures/leads.ts'
import { createPublishedListing } from '../fixtures/listings.ts'
import { eventually } from '../support/eventually.ts'
import { useDeployedApp } from '../support/processes/deployedApp.ts'

const parts = useDeployedApp()

/** The status, or where the visitor is sent. */
async function open(path: string, cookie: string) {
  const { status, headers } = await fetch(new URL(path, parts.url), { headers: { cookie }, redirect: 'manual' })
  return headers.get('location')?.split(/[?/]/)[1] ?? status
}

/** An agent with everything that someone can hold of their agency, and the call that removes them. */
async function createMemberWithEverything() {
  const { db, storage, url } = parts
  const { owner, manager, colleague } = await createAgency(db)
  const agent = await addMember(db, owner, { role: 'agent' })
  const { id: listingId } = await createPublishedListing(db, { agent })
  const { id: leadId } = await createLead(db, { listingId })
  const document = await createFile(db, { agent, listingId, name: 'LIM report' })
  await storage.write(document.path, Buffer.from('the report'), 'application/pdf')
  const cookie = await createSession(db, agent.id)
  const calls = callsWithCookie(url, cookie)
  const managerCalls = callsWithCookie(url, await createSession(db, manager.id))
  const remove = () => managerCalls.post('removeMember', { userId: agent.id, successorId: colleague.id })
  return { agent, colleague, listingId, leadId, fileId: document.id, cookie, ...calls, remove }
}

test('threat 157: a removed member loses pages, calls, exports, links in emails and notifications at once', async () => {
  const { agent, listingId, leadId, fileId, cookie, get, post, remove } = await createMemberWithEverything()
  await parts.db
    .insert(pushSubscription)
    .values({ userId: agent.id, endpoint: `https://push.example/${agent.id}`, p256dh: 'a', auth: 'b' })
  const emailedLink = `/portal/leads?lead=${leadId}`
  const pages = ['/portal', `/portal/listings/${listingId}`, emailedLink, `/portal/listings/${listingId}/certificate`]
  const files = ['/portal/leads.csv', '/portal/analytics.csv', '/portal/listings.csv']
  for (const path of [...pages, ...files]) expect(await open(path, cookie), path).toBe(200)
  await post('requestExport')
  const { id } = await eventually(async () => {
    const latest = (await get('fetchLatestExport')).result as { id: string; state: string } | null
    return latest?.state === 'ready' && latest
  })
  expect(await open(`/portal/exports/${id}`, cookie)).toBe('storage')

  expect((await remove()).status).toBe(200)

  for (const path of [...pages, ...files, `/portal/exports/${id}`]) expect(await open(path, cookie), path).toBe('login')
  for (const name of ['fetchLeads', 'fetchListings', 'fetchNotifications', 'fetchAgency'])
    expect((await get(name)).status, name).toBe(401)
  for (const data of [{ id: fileId }, { id: fileId, inline: true }])
    expect((await post('getDownloadUrl', data)).status).toBe(401)
  expect(await parts.db.$count(pushSubscription, eq(pushSubscription.userId, agent.id))).toBe(0)

  // Signed in again, in an agency of one, nothing of the agency is within reach.
  const again = await createSession(parts.db, agent.id)
  for (const path of [`/portal/exports/${id}`, `/portal/listings/${listingId}/certificate`])
    expect(await open(path, again), path).toBe(404)
  const { post: postAgain, get: getAgain } = callsWithCookie(parts.url, again)
  expect((await postAgain('getDownloadUrl', { id: fileId })).status).toBe(404)
  expect((await getAgain('fetchLeads')).result).toMatchObject({ leads: [] })
})

test('threat 157: an upload that a removed member began cannot be resumed or finished', async () => {
  const { listingId, agent, post, remove } = await createMemberWithEverything()
  const begun = { name: 'LIM.pdf', contentType: 'application/pdf', contentLength: '5', listingId }
  const { uploadId } = (await post('getUploadUrl', begun)).result as { uploadId: string }
  await remove()
  expect((await post('finishUpload', { uploadId })).status).toBe(401)
  const again = callsWithCookie(parts.url, await createSession(parts.db, agent.id))
  // Their own agency has no subscription: 402 comes before 403.
  for (const name of ['resumeUpload', 'finishUpload'])
    expect([402, 403], name).toContain((await again.post(name, { uploadId })).status)
})

test('threat 157: a signed address of a document that a removed member holds ends with its ten minutes, not later', async () => {
  const { fileId, post, remove } = await createMemberWithEverything()
  const { url } = (await post('getDownloadUrl', { id: fileId })).result as { url: string }
  await remove()
  // Someone who has it has had the document. Its signature says until when it works.
  expect((await fetch(new URL(url, parts.url))).status).toBe(200)
  const expires = new Date(Number(new URL(url, parts.url).searchParams.get('expires')) * 1000)
  expect(expires.getTime() - Date.now()).toBeLessThanOrEqual(10 * 60_000)
  const forged = url.replace(/expires=\d+/, `expires=${Math.floor(Date.now() / 1000) + 3600}`)
  expect((await fetch(new URL(forged, parts.url))).status).toBe(403)
})
