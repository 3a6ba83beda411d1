import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { provideServices } from '#platform/services.server.ts'
import { openServices } from '../../../../../test/support/services/services.ts'
import { insideStartRequest } from '../../../../../test/support/startRequest.ts'
import {
  clearDocumentKeyCookie,
  clearVisitTimeCookies,
  findLeadIdInCookies,
  readDocumentKeyCookie,
  readLastVisitCookie,
  signDocumentKey,
  signLinkKey,
  verifyDocumentKey,
  writeDocumentKeyCookie,
  writeLastVisitCookie,
  writeVisitTimeCookies,
} from './documentKey.server.ts'

let opened: Awaited<ReturnType<typeof openServices>>
beforeAll(async () => {
  opened = await openServices()
})
afterAll(() => opened.close())
beforeEach(() => provideServices(opened.services))

const LISTING = 'listing_1'
const SECRET = 'a secret that is long enough for anybody'

/** The cookie that a browser stores when it gets a key. */
async function issueKey(isGuest: boolean, leadId = 'lead_1') {
  const { setCookies } = await insideStartRequest({}, () => writeDocumentKeyCookie(LISTING, { leadId, isGuest }))
  return { cookie: setCookies[0]?.split(';')[0] ?? '', attributes: setCookies[0]?.split('; ').slice(1).toSorted() }
}
const readFromCookie = async (cookie: string, listingId = LISTING) =>
  (await insideStartRequest({ cookie }, () => readDocumentKeyCookie(listingId))).result

describe('threat 83: a lead’s key', () => {
  test('is valid only for its purpose and with our secret', () => {
    const link = signDocumentKey(SECRET, 'link', 'lead_1')
    expect(verifyDocumentKey(SECRET, 'link', link)).toBe('lead_1')
    expect(verifyDocumentKey(SECRET, 'cookie', link)).toBeUndefined()
    expect(verifyDocumentKey(SECRET, 'guest', link)).toBeUndefined()
    expect(verifyDocumentKey('another secret', 'link', link)).toBeUndefined()
  })

  test('is refused when cut, extended or combined from other keys', () => {
    const link = signDocumentKey(SECRET, 'link', 'lead_1')
    const [id = '', signature = ''] = link.split('.')
    const swapped = `${id}.${[...signature].toReversed().join('')}`
    for (const wrong of [undefined, '', '.', 'lead_1', signature, `lead_2.${signature}`, `${id}.`, `${link}x`, swapped])
      expect(verifyDocumentKey(SECRET, 'link', wrong)).toBeUndefined()
    expect(verifyDocumentKey(SECRET, 'link', link.slice(0, -1))).toBeUndefined()
    expect(verifyDocumentKey(SECRET, 'link', `x${link}`)).toBeUndefined()
  })

  test('issued by an earlier version is still valid', async () => {
    expect(signLinkKey(SECRET, { id: 'lead_1', keysChangedAt: null })).toBe(
      'lead_1.dJo9brTcqIZO16wskl6df6KBqUnKV6yUUQKI62XAe1I',
    )
    expect(verifyDocumentKey(SECRET, 'link', 'lead_1.dJo9brTcqIZO16wskl6df6KBqUnKV6yUUQKI62XAe1I')).toBe('lead_1')
    expect(
      await readFromCookie(`__Host-${LISTING}=lead_1.mm8y7c00-Zm9vYmFy.xRX3oFby3JJRg5yP7brnW4omvmqvl7GmiT7Lxp4sRCg`),
    ).toEqual({
      leadId: 'lead_1',
      isGuest: false,
      issuedAt: new Date('2026-03-02T09:00:00Z'),
    })
  })

  test('of a link changes with every change of the email address', () => {
    const [first, second] = [1, 2].map((moment) =>
      signLinkKey(SECRET, { id: 'lead_1', keysChangedAt: new Date(moment) }),
    )
    expect(first).not.toBe(second)
    expect(first?.slice('lead_1.1'.length)).not.toBe(second?.slice('lead_1.2'.length))
    for (const key of [first, second]) {
      expect(verifyDocumentKey(SECRET, 'link', key)).toBe('lead_1')
      expect(verifyDocumentKey(SECRET, 'cookie', key)).toBeUndefined()
    }
  })
})

describe('the document cookie', () => {
  test('lasts a year, for this host only, and scripts cannot read it', async () => {
    const { cookie, attributes } = await issueKey(false)
    expect(cookie).toMatch(/^__Host-listing_1=lead_1\.[a-z0-9]+-[\w-]{8}\.[\w-]{43}$/)
    expect(attributes).toEqual(['HttpOnly', 'Max-Age=31536000', 'Path=/', 'SameSite=Lax', 'Secure'])
  })

  test('has neither the Secure attribute nor the __Host- prefix without https', async () => {
    provideServices({ ...opened.services, env: { ...opened.services.env, secure: false } })
    const { cookie, attributes } = await issueKey(false)
    expect(cookie).toMatch(/^listing_1=lead_1\./)
    expect(attributes).not.toContain('Secure')
    expect(await readFromCookie(cookie)).toMatchObject({ leadId: 'lead_1' })
  })

  test('contains whether the key is the lead’s own or a guest’s, and when it was issued', async () => {
    vi.useFakeTimers({ now: new Date('2026-03-02T09:00:00Z'), toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    for (const isGuest of [false, true]) {
      const { cookie } = await issueKey(isGuest)
      expect(await readFromCookie(cookie)).toEqual({ leadId: 'lead_1', isGuest, issuedAt: new Date() })
      expect(await readFromCookie(cookie, 'listing_2')).toBeUndefined()
      expect(await readFromCookie(cookie.replace('lead_1', 'lead_2'))).toBeUndefined()
    }
    expect(await readFromCookie('')).toBeUndefined()
  })

  test('counts a key without a time of issue as the oldest', async () => {
    const cookie = `__Host-${LISTING}=${signDocumentKey(SECRET, 'cookie', 'lead_1')}`
    expect(await readFromCookie(cookie)).toEqual({ leadId: 'lead_1', isGuest: false, issuedAt: new Date(0) })
  })

  test('is different each time, even at the same moment', async () => {
    vi.useFakeTimers({ now: new Date('2026-03-02T09:00:00Z'), toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const keys = await Promise.all(Array.from({ length: 20 }, () => issueKey(false)))
    expect(new Set(keys.map(({ cookie }) => cookie)).size).toBe(20)
  })

  test('gives the lead’s id before TanStack Start runs, but nothing for a guest’s or a wrong key', async () => {
    const { cookie } = await issueKey(false)
    expect(findLeadIdInCookies(`theme=dark; ${cookie}`, LISTING)).toBe('lead_1')
    expect(findLeadIdInCookies(cookie, 'listing_2')).toBeUndefined()
    expect(findLeadIdInCookies(`${cookie}x`, LISTING)).toBeUndefined()
    expect(findLeadIdInCookies((await issueKey(true)).cookie, LISTING)).toBeUndefined()
    expect(findLeadIdInCookies('', LISTING)).toBeUndefined()
  })

  test('comes with one that scripts can read, which says that there is a key and nothing else', async () => {
    const key = { leadId: 'lead_1', isGuest: false }
    const { setCookies } = await insideStartRequest({}, () => writeDocumentKeyCookie(LISTING, key))
    expect(setCookies).toHaveLength(2)
    expect(setCookies[1]?.split('; ').toSorted()).toEqual(
      ['__Host-listing_1-known=1', 'Max-Age=31536000', 'Path=/', 'SameSite=Lax', 'Secure'].toSorted(),
    )
  })

  test('is removed with the attributes that it was set with, and so is the other', async () => {
    const { setCookies } = await insideStartRequest({}, () => clearDocumentKeyCookie(LISTING))
    const attributes = ['Max-Age=0', 'Path=/', 'SameSite=Lax', 'Secure']
    expect(setCookies.map((cookie) => cookie.split('; ').toSorted())).toEqual([
      ['__Host-listing_1=', 'HttpOnly', ...attributes].toSorted(),
      ['__Host-listing_1-known=', ...attributes].toSorted(),
    ])
  })
})

describe('the last visit', () => {
  const [monday, tuesday] = [new Date('2026-03-02T09:00:00Z'), new Date('2026-03-03T09:00:00Z')]
  const attributes = ['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure']
  const seen = (moment: Date) => `__Host-${LISTING}-seen=${encodeURIComponent(moment.toISOString())}`
  const current = (moment: Date) => `__Host-${LISTING}-visit=${encodeURIComponent(moment.toISOString())}`
  const readFrom = async (cookie: string) =>
    (await insideStartRequest({ cookie }, () => readLastVisitCookie(LISTING))).result
  const setCookiesOf = async (cookie: string, action: () => void) => {
    const { setCookies } = await insideStartRequest({ cookie }, action)
    return setCookies.map((one) => one.split('; ').toSorted()).toSorted()
  }

  test('is the one before the current visit, and none without cookies or with broken ones', async () => {
    expect(await readFrom('')).toBeNull()
    expect(await readFrom(`__Host-${LISTING}-seen=yesterday`)).toBeNull()
    expect(await readFrom(seen(monday))).toEqual(monday)
    expect(await readFrom(`${seen(tuesday)}; ${current(monday)}`)).toEqual(monday)
  })

  test('stays the same for half an hour after a page view, and the view is stored for a year', async () => {
    const first = await setCookiesOf('', () => writeVisitTimeCookies(LISTING, tuesday))
    expect(first).toEqual([[...attributes, 'Max-Age=31536000', seen(tuesday)].toSorted()])
    const again = await setCookiesOf(seen(monday), () => writeVisitTimeCookies(LISTING, tuesday))
    expect(again).toEqual(
      [
        [...attributes, 'Max-Age=31536000', seen(tuesday)].toSorted(),
        [...attributes, 'Max-Age=1800', current(monday)].toSorted(),
      ].toSorted(),
    )
    const written = await setCookiesOf('', () => writeLastVisitCookie(LISTING, monday))
    expect(written).toEqual([[...attributes, 'Max-Age=31536000', seen(monday)].toSorted()])
  })

  test('is forgotten with both cookies', async () => {
    const names = [`__Host-${LISTING}-seen=`, `__Host-${LISTING}-visit=`]
    expect(await setCookiesOf('', () => clearVisitTimeCookies(LISTING))).toEqual(
      names.map((name) => [...attributes, 'Max-Age=0', name].toSorted()).toSorted(),
    )
  })
})
