import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { lead } from '#db/schema/lead.ts'
import { listing } from '#db/schema/listing.ts'
import { makeChallenge } from '#platform/botCheck/altcha.server.ts'
import { solve } from '#platform/botCheck/solve.ts'
import { signInAs } from '../../../test/support/agents.ts'
import { buyersOf, publishHome } from '../../../test/support/buyers.ts'
import { call } from '../../../test/support/call.ts'
import { TEST_SECRET, useDeployedApp } from '../../../test/support/deployed.ts'
import { humanAnswer } from '../../../test/support/human.ts'
import { mailTo } from '../../../test/support/mailbox.ts'
import { sixteenEncodings } from '../../../test/support/sameAnswer.ts'

const parts = useDeployedApp({ TRUSTED_PROXIES: '127.0.0.1' })
const buyers = buyersOf(parts)
const leadsOf = (listingId: string) => parts.database.db.select().from(lead).where(eq(lead.listingId, listingId))

let home: Awaited<ReturnType<typeof publishHome>>
beforeAll(async () => {
  home = await publishHome(parts)
})

describe('whoever leaves their details', () => {
  test('may read at once, and nobody may before', async () => {
    expect((await buyers.access(home.id)).result).toBeNull()
    expect((await buyers.open(home.id, home.fileId)).status).toBe(403)

    const { cookie, status, headers } = await buyers.leave(home.id)
    expect(status).toBe(200)
    expect(headers.getSetCookie()[0]).toMatch(/; HttpOnly.*; SameSite=Lax/i)
    expect((await buyers.access(home.id, cookie)).result).toEqual({ lastVisitAt: expect.any(Date) })
    const { result } = await buyers.open(home.id, home.fileId, cookie)
    expect(await (await fetch(new URL((result as { url: string }).url, parts.url))).text()).toBe('The report')
  })

  test('learns nothing personal from the cookie: another who types the same address gets it too', async () => {
    const { email } = await buyers.leave(home.id, { firstName: 'Secretive', phone: '021 999 8877' })
    const { cookie, text } = await buyers.leave(home.id, { email })
    const seen = text + (await buyers.access(home.id, cookie)).text
    for (const secret of ['Secretive', '9998877', email]) expect(seen).not.toContain(secret)
  })

  test('is the same lead again, however the address is written, and the agent hears of them once', async () => {
    const { agent, id } = await publishHome(parts)
    const { email } = await buyers.leave(id)
    const again = await buyers.leave(id, { email: ` ${email.toUpperCase()} `, firstName: 'Other' })

    expect(again.status).toBe(200)
    expect(await leadsOf(id)).toMatchObject([{ email, firstName: 'Hana' }])
    await buyers.keyMailedTo(email)
    expect(await mailTo(parts.app.dataDir, agent.email)).toHaveLength(1)
    expect(await mailTo(parts.app.dataDir, email)).toHaveLength(1)
  })

  test('threat 28: 20 at once with one key are one lead and one mail each, and all are acknowledged', async () => {
    const { agent, id } = await publishHome(parts)
    const sending = {
      email: buyers.newEmail(),
      key: randomUUID(),
      turnstile: await humanAnswer(parts.url, 'lead'),
    }
    const answers = await Promise.all(Array.from({ length: 20 }, () => buyers.leave(id, sending)))

    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(new Set(answers.map(({ cookie }) => cookie)).size).toBe(1)
    expect(await leadsOf(id)).toHaveLength(1)
    await buyers.keyMailedTo(sending.email)
    const [waiting] = await parts.database.sql`
      select count(*)::int as n from pgboss.job where name = 'mail' and state in ('created', 'active', 'retry')`
    expect(waiting?.n).toBe(0)
    expect(await mailTo(parts.app.dataDir, agent.email)).toHaveLength(1)
    expect(await mailTo(parts.app.dataDir, sending.email)).toHaveLength(1)
  })
})

describe('threat 51: the form is for people', () => {
  test('without an answer, with nonsense or with one for another form it is refused, and nothing is stored', async () => {
    const { id } = await publishHome(parts)
    expect((await buyers.leave(id, { turnstile: '' })).status).toBe(400)
    expect((await buyers.leave(id, { turnstile: 'nonsense' })).status).toBe(403)
    const other = await humanAnswer(parts.url, 'reset_password')
    expect((await buyers.leave(id, { turnstile: other })).status).toBe(403)
    expect(await leadsOf(id)).toEqual([])
  })

  test('an answer counts for one sending: again with its key, not with another', async () => {
    const { id } = await publishHome(parts)
    const sending = {
      email: buyers.newEmail(),
      key: randomUUID(),
      turnstile: await humanAnswer(parts.url, 'lead'),
    }
    expect((await buyers.leave(id, sending)).status).toBe(200)
    expect((await buyers.leave(id, sending)).status).toBe(200)
    expect((await buyers.leave(id, { ...sending, key: randomUUID() })).status).toBe(403)
    expect((await buyers.leave(id, { ...sending, email: buyers.newEmail() })).status).toBe(403)
    expect(await leadsOf(id)).toHaveLength(1)
  })

  test('one solution counts once, in however many encodings it is sent', async () => {
    const { id } = await publishHome(parts)
    const statuses: number[] = []
    for (const turnstile of sixteenEncodings(await humanAnswer(parts.url, 'lead')))
      statuses.push((await buyers.leave(id, { turnstile })).status)
    expect(statuses).toEqual([200, ...Array(15).fill(403)])
    expect(await leadsOf(id)).toHaveLength(1)
  })

  test('an answer is too old after five minutes', async () => {
    vi.useFakeTimers({ now: Date.now() - 301_000, toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const turnstile = await solve(JSON.stringify(await makeChallenge(TEST_SECRET, 'lead')))
    vi.useRealTimers()
    expect((await buyers.leave(home.id, { turnstile })).status).toBe(403)
  })
})

describe('a key opens one listing', () => {
  test('not another one, and not with a letter changed, missing or added', async () => {
    const other = await publishHome(parts)
    const { cookie } = await buyers.leave(home.id)
    const [name, value = ''] = cookie.split('=')
    const forged = [
      `${other.id}=${value}`,
      `${name}=${value.slice(0, -1)}`,
      `${name}=${value.replace('lead_', 'lead_x')}`,
      `${name}=${value.split('.')[0]}`,
      `${name}=${value.split('.')[0]}.`,
      `${name}=.`,
    ]
    for (const wrong of forged) {
      expect((await buyers.open(home.id, home.fileId, wrong)).status).toBe(403)
      expect((await buyers.open(other.id, other.fileId, wrong)).status).toBe(403)
    }
    expect((await buyers.open(home.id, other.fileId, cookie)).status).toBe(404)
    expect((await buyers.open(home.id, home.fileId, cookie)).status).toBe(200)
  })

  test('a cookie is no link, and a link is no cookie', async () => {
    const { cookie, email } = await buyers.leave(home.id)
    const [name, value = ''] = cookie.split('=')
    expect((await buyers.enter(value)).status).toBe(404)
    const key = await buyers.keyMailedTo(email)
    expect((await buyers.open(home.id, home.fileId, `${name}=${key}`)).status).toBe(403)
  })
})

describe('threat 19: when a listing is archived', () => {
  test('everything of it is as if it had never been, but not for its agent', async () => {
    const { agent, id, slug, fileId } = await publishHome(parts)
    const { cookie, email } = await buyers.leave(id)
    const key = await buyers.keyMailedTo(email)
    await parts.database.db.update(listing).set({ archivedAt: new Date() }).where(eq(listing.id, id))

    const gone = [
      await buyers.leave(id),
      await buyers.open(id, fileId, cookie),
      await buyers.access(id, cookie),
      await buyers.enter(key),
    ]
    const never = [
      await buyers.leave('list_0000000000000000'),
      await buyers.open('list_0000000000000000', fileId, cookie),
      await buyers.access('list_0000000000000000', cookie),
      await buyers.enter('nonsense'),
    ]
    expect(gone.map(({ status }) => status)).toEqual([404, 403, 200, 404])
    expect(gone.map(({ text }) => text)).toEqual(never.map(({ text }) => text))
    expect(await leadsOf(id)).toHaveLength(1)
    expect((await fetch(`${parts.url}/listings/${slug}`)).status).toBe(404)

    const owner = await signInAs(parts.url, agent.email)
    const own = await call(parts.url, 'fetchListing', { data: { id }, headers: { cookie: owner } })
    expect(own.status).toBe(200)
  })

  test('the buyer still sees, and may erase, what is stored about them', async () => {
    const { id } = await publishHome(parts)
    const { email } = await buyers.leave(id)
    const key = await buyers.keyMailedTo(email)
    await parts.database.db.update(listing).set({ archivedAt: new Date() }).where(eq(listing.id, id))

    const { result } = await buyers.byLink('fetchPrivateLink', key)
    expect(result).toMatchObject({ documents: 'taken down', details: { email } })
    expect((await buyers.erase(key)).status).toBe(200)
    expect(await leadsOf(id)).toEqual([])
  })
})

test('a buyer whose access was withdrawn is told so, on every way in, and the agent is not troubled again', async () => {
  const { agent, id, fileId } = await publishHome(parts)
  const { cookie, email } = await buyers.leave(id)
  const key = await buyers.keyMailedTo(email)
  await parts.database.db.update(lead).set({ withdrawnAt: new Date() }).where(eq(lead.email, email))

  expect((await buyers.access(id, cookie)).result).toBeNull()
  expect((await buyers.open(id, fileId, cookie)).status).toBe(403)
  expect((await buyers.enter(key)).status).toBe(404)
  expect((await buyers.byLink('fetchPrivateLink', key)).result).toMatchObject({ documents: 'withdrawn' })
  const again = await buyers.leave(id, { email })
  expect(again).toMatchObject({ status: 403, error: { name: 'AccessWithdrawn' }, cookie: '' })
  expect((await buyers.leave(id)).status).toBe(200)
  await vi.waitFor(async () => expect(await mailTo(parts.app.dataDir, agent.email)).toHaveLength(2), 15_000)
  expect(await mailTo(parts.app.dataDir, email)).toHaveLength(1)
})

test('what is new stays new for one visit, over a reload, and is known at the next', async () => {
  const { id } = await publishHome(parts)
  const { cookie, email } = await buyers.leave(id)
  const monday = new Date('2026-03-02T09:00:00Z')
  await parts.database.db.update(lead).set({ lastVisitAt: monday }).where(eq(lead.email, email))

  expect((await buyers.access(id, cookie)).result).toEqual({ lastVisitAt: monday })
  const noted = await buyers.endVisit(id, cookie)
  const visit = noted.headers.getSetCookie()[0]?.split(';')[0]
  expect((await buyers.access(id, `${cookie}; ${visit}`)).result).toEqual({ lastVisitAt: monday })
  await buyers.endVisit(id, `${cookie}; ${visit}`)
  expect((await buyers.access(id, `${cookie}; ${visit}`)).result).toEqual({ lastVisitAt: monday })

  const { result } = await buyers.access(id, cookie)
  expect(Date.now() - (result as { lastVisitAt: Date }).lastVisitAt.getTime()).toBeLessThan(60_000)
  expect((await buyers.access(id, `${cookie}; ${visit?.split('=')[0]}=nonsense`)).result).toEqual(result)
})
