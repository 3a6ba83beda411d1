import { describe, expect, test } from 'vitest'
import { AppError } from '#platform/errors.ts'
import { call } from './support/call.ts'
import { useDeployedApp } from './support/deployed.ts'

const parts = useDeployedApp()

describe('server calls', () => {
  test('answer over one endpoint, by name', async () => {
    const answer = await call(parts.url, 'fetchClientSettings')
    expect(answer.status).toBe(200)
    expect(answer.result).toEqual({ appUrl: parts.url, postHog: null, sentry: null })
  })

  test('take a GET payload from the query string, and an error keeps its name and status', async () => {
    const answer = await call(parts.url, 'fetchPublicListing', { data: { id: 'list_missing' } })
    expect(answer.status).toBe(404)
    expect(answer.error).toBeInstanceOf(AppError)
    expect(answer.error).toMatchObject({ name: 'NotFoundError', status: 404 })
  })

  test('of a wrong method are refused', async () => {
    expect((await call(parts.url, 'fetchClientSettings', { method: 'POST', data: {} })).status).toBe(405)
  })

  test('that do not exist are not found', async () => {
    const answer = await call(parts.url, 'fetchEverything')
    expect(answer.status).toBe(404)
    expect(answer.text).not.toContain('fetchEverything')
  })

  test.each(['{', 'null', '[]', '{"t":99}', '"x"', '%00', '{"t":10,"i":0,"p":{"k":["data"]}}'])(
    'with the unreadable payload %s are bad input',
    async (payload) => {
      const response = await fetch(`${parts.url}/_serverFn/fetchPublicListing?payload=${encodeURIComponent(payload)}`, {
        headers: { 'sec-fetch-site': 'same-origin', 'x-tsr-serverFn': 'true' },
      })
      expect(response.status).toBe(400)
    },
  )

  test('with unknown or wrongly typed fields are bad input that names the field', async () => {
    const answers = await Promise.all([
      call(parts.url, 'fetchPublicListing', { data: { id: ['list_1'] } }),
      call(parts.url, 'fetchPublicListing', { data: { id: 'list_1', userId: 'usr_1' } }),
      call(parts.url, 'fetchPublicListing', { data: {} }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400])
    expect(answers.map(({ error }) => Object.keys((error as AppError).fields ?? {}))).toEqual([
      ['id'],
      ['userId'],
      ['id'],
    ])
  })

  test('that go in a circle are bad input', async () => {
    const circle: Record<string, unknown> = {}
    circle.id = circle
    for (const data of [circle, { id: circle }])
      expect((await call(parts.url, 'fetchPublicListing', { data })).status).toBe(400)
  })

  test('without the mark of a call are bad input, whatever they would have answered', async () => {
    const response = await fetch(`${parts.url}/_serverFn/fetchIsSignedIn`, { headers: { origin: parts.url } })
    expect(response.status).toBe(400)
  })

  test.each([
    ['NUL', 'a\u0000b'],
    ['half a surrogate pair', 'a\ud800b'],
  ])('threat 66: %s in a text is bad input, not a broken query', async (_what, text) => {
    const answer = await call(parts.url, 'fetchPublicListing', { data: { id: text } })
    expect(answer.status).toBe(400)
    expect(answer.error).toMatchObject({ fields: { id: expect.any(String) } })
  })
})

describe('threat 10: a call from elsewhere is refused', () => {
  const elsewhere: [string, Record<string, string>][] = [
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling of our site', { 'sec-fetch-site': 'same-site' }],
    ['an unknown origin', { 'sec-fetch-site': '', origin: 'https://evil.example' }],
    ['no origin at all', { 'sec-fetch-site': '', origin: 'null' }],
    ['a page of another site', { 'sec-fetch-site': '', referer: 'https://evil.example/x' }],
  ]
  test.each(elsewhere)('when it comes from %s', async (_where, headers) => {
    const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value))
    const response = await fetch(`${parts.url}/_serverFn/fetchClientSettings`, {
      headers: { 'x-tsr-serverFn': 'true', ...sent },
    })
    expect(response.status).toBe(403)
  })

  test('but our own origin passes', async () => {
    const response = await fetch(`${parts.url}/_serverFn/fetchClientSettings`, {
      headers: { 'x-tsr-serverFn': 'true', origin: parts.url },
    })
    expect(response.status).toBe(200)
  })
})
