import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { startSession } from '../src/platform/auth/sessions.server.ts'
import { AppError } from '../src/platform/errors.ts'
import { createAgent, PASSWORD } from './fixtures/agents.ts'
import { call } from './support/call.ts'
import { eventually } from './support/eventually.ts'
import { useDeployedApp } from './support/processes/deployedApp.ts'

const parts = useDeployedApp()

describe('server calls', () => {
  test('share one endpoint and are addressed by name', async () => {
    const answer = await call(parts.url, 'fetchClientSettings')
    expect(answer.status).toBe(200)
    expect(answer.result).toEqual({ appUrl: parts.url, postHog: null, sentry: null, identityProviders: [] })
  })

  test('read a GET payload from the query string, and an error keeps its name and status', async () => {
    const answer = await call(parts.url, 'fetchPublicListing', { data: { id: 'list_missing' } })
    expect(answer.status).toBe(404)
    expect(answer.error).toBeInstanceOf(AppError)
    expect(answer.error).toMatchObject({ name: 'NotFoundError', status: 404 })
  })

  test('with a wrong method are refused', async () => {
    expect((await call(parts.url, 'fetchClientSettings', { method: 'POST', data: {} })).status).toBe(405)
  })

  test('that do not exist are not found', async () => {
    const answer = await call(parts.url, 'fetchEverything')
    expect(answer.status).toBe(404)
    expect(answer.text).not.toContain('fetchEverything')
  })

  test.each(['{', 'null', '[]', '{"t":99}', '"x"', '%00', '{"t":10,"i":0,"p":{"k":["data"]}}'])(
    'with the unreadable payload %s get a 400',
    async (payload) => {
      const response = await fetch(`${parts.url}/_serverFn/fetchPublicListing?payload=${encodeURIComponent(payload)}`, {
        headers: { 'sec-fetch-site': 'same-origin', 'x-tsr-serverFn': 'true' },
      })
      expect(response.status).toBe(400)
    },
  )

  test('with unknown or wrongly typed fields get a 400 that names the field', async () => {
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

  test('with a circular payload get a 400', async () => {
    const circle: Record<string, unknown> = {}
    circle.id = circle
    for (const data of [circle, { id: circle }])
      expect((await call(parts.url, 'fetchPublicListing', { data })).status).toBe(400)
  })

  test('work without the header that TanStack Start’s client sends', async () => {
    const response = await fetch(`${parts.url}/_serverFn/fetchIsSignedIn`, { headers: { origin: parts.url } })
    expect(response.status).toBe(200)
    expect(response.headers.get('x-tss-serialized')).toBe('true')
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

const ours = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
const post = (name: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${parts.url}/_serverFn/${name}`, { method: 'POST', headers: { ...ours, ...headers }, body })
const get = (name: string, payload?: unknown, headers: Record<string, string> = {}) => {
  const query = payload === undefined ? '' : `?payload=${encodeURIComponent(JSON.stringify(payload))}`
  return fetch(`${parts.url}/_serverFn/${name}${query}`, { headers: { ...ours, ...headers } })
}

describe('a call in plain JSON', () => {
  test('gets the same response as one in the framework’s encoding', async () => {
    const agent = await createAgent(parts.database.db)
    const login = (password: string) =>
      post('login', JSON.stringify({ data: { email: agent.email, password }, context: {} }))
    expect((await login(PASSWORD)).status).toBe(200)
    expect((await login('wrong')).status).toBe(401)
    expect((await get('fetchPublicListing', { data: { id: 'list_missing' }, context: {} })).status).toBe(404)
    expect((await get('fetchPublicListing', { data: { id: 7 } })).status).toBe(400)
  })

  test.each([
    'fetchCurrentUser',
    'fetchDashboardSummary',
    'fetchListings',
    'fetchLeads',
    'fetchFiles',
    'fetchListingViews',
    'fetchEvents',
    'fetchNotifications',
  ])('that needs no payload may leave it out: %s', async (name) => {
    const cookie = `session=${await startSession(parts.database.db, (await createAgent(parts.database.db)).id, '')}`
    for (const payload of [undefined, {}, { data: null, context: {} }, { context: {} }])
      expect((await get(name, payload, { cookie })).status, JSON.stringify(payload)).toBe(200)
  })

  test.each(['', '{}', '{"data":null,"context":{}}'])('can send %j to a call that needs no payload', async (body) => {
    expect((await post('logout', body)).status).toBe(200)
  })

  test('that needs a payload names the missing fields when there is none', async () => {
    const answer = await call(parts.url, 'login', { method: 'POST' })
    expect(answer.status).toBe(400)
    expect(answer.error).toMatchObject({ fields: { email: expect.any(String), password: expect.any(String) } })
  })

  test.each(['[]', '"x"', '1', '{"email":"a@b.nz"}', '{"data":{},"method":"GET"}'])(
    'is refused as %s',
    async (body) => {
      expect((await post('logout', body)).status).toBe(400)
    },
  )
})

describe('threat 73: a payload contains only plain data', () => {
  /** As the framework encodes `{ data }`. Of all calls `logout` looks at its data least. */
  const encoded = (node: unknown, marked: number[] = []) =>
    JSON.stringify({ t: { t: 10, i: 0, p: { k: ['data'], v: [node] }, o: 0 }, f: 127, m: marked })
  const text = { t: 1, s: 'x' }

  test.each([
    ['a set', { t: 7, i: 1, a: [{ t: 0, s: 1 }] }],
    ['a map', { t: 8, i: 1, e: { k: [text], v: [text] }, f: { t: 26, i: 2, s: 0 } }],
    ['a date', { t: 5, i: 1, s: '2026-01-01T00:00:00.000Z' }],
    ['a pattern', { t: 6, i: 1, c: '(a+)+$', m: '' }],
    ['a large integer', { t: 3, s: '9'.repeat(5_000) }],
    ['an error', { t: 13, i: 1, s: 0, m: 'x' }],
    ['a buffer', { t: 19, i: 1, s: 'AAAA', f: { t: 26, i: 2, s: 5 } }],
    ['a promise', { t: 12, i: 1, s: 1, f: text }],
    ['a boxed value', { t: 21, i: 1, f: text }],
    ['one of our own extensions', { t: 25, i: 1, s: {}, c: '$TSR/t/AppError' }],
    ['a symbol', { t: 17, i: 1, s: 3 }],
    ['a computed key', { t: 10, i: 1, p: { k: [{ t: 17, i: 2, s: 3 }], v: [text] }, o: 0 }],
    ['an unknown type', { t: 99, i: 1 }],
    ['a hidden set', { t: 9, i: 1, a: [{ t: 10, i: 2, p: { k: ['x'], v: [{ t: 7, i: 3, a: [] }] }, o: 0 }], o: 0 }],
    ['an id of the sender’s choice', { t: 9, i: 4_294_967, a: [], o: 0 }],
    ['a circle', { t: 9, i: 1, a: [{ t: 4, i: 1 }], o: 0 }, [1]],
    ['a mark of the sender’s choice', text, [4_294_967]],
  ])('%s is refused', async (_what, node, marked?: number[]) => {
    expect((await post('logout', encoded(node, marked))).status).toBe(400)
  })

  test('objects, arrays, strings, numbers, booleans, null and shared references are accepted', async () => {
    const shared = { deep: [1, 'two', true, null, undefined, -0] }
    expect((await call(parts.url, 'logout', { method: 'POST', data: { shared, again: shared } })).status).toBe(200)
  })

  test('up to a thousand values, 64 levels deep, where a shared value counts each time', async () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
    const ones = (count: number) => JSON.stringify(Array(count).fill(1))
    const send = async (data: string) => (await post('logout', `{"data":${data}}`)).status
    expect([await send(nested(60)), await send(nested(70)), await send(nested(7_000))]).toEqual([200, 400, 400])
    expect([await send(ones(900)), await send(ones(1_000))]).toEqual([200, 400])
    const keys = (count: number) => JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [n, 1])))
    expect([await send(keys(60)), await send(keys(70))]).toEqual([200, 400])
    const shared = Array(40).fill('x')
    const data = Array(40).fill(shared)
    expect((await call(parts.url, 'logout', { method: 'POST', data })).status).toBe(400)
  })

  test.each([
    [
      'a form with files',
      'multipart/form-data; boundary=b',
      '--b\r\ncontent-disposition: form-data; name="email"\r\n\r\nx\r\n--b--\r\n',
    ],
    ['a form', 'application/x-www-form-urlencoded', 'email=x'],
    ['text', 'text/plain', '{"data":{}}'],
  ])('%s is no payload', async (_what, type, body) => {
    expect((await post('logout', body, { 'content-type': type })).status).toBe(415)
  })
})

test.each(['valueOf', 'constructor', '__proto__', 'toString', 'value%4Ff'])(
  'threat 75: %s, which every object has, is not a call',
  async (name) => {
    expect([(await get(name)).status, (await post(name, '{}')).status]).toEqual([404, 404])
  },
)

test('a call needs a name, and accepts only GET and POST', async () => {
  expect([(await get('')).status, (await post('', '{}')).status]).toEqual([404, 404])
  const put = await fetch(`${parts.url}/_serverFn/login`, { method: 'PUT', headers: ours })
  expect(put.status).toBe(405)
})

test('threat 75: a visitor who disconnects while sending is not logged as a server error', async () => {
  const before = parts.app.output().length
  const { port } = new URL(parts.url)
  const socket = connect(Number(port), '127.0.0.1')
  await once(socket, 'connect')
  const head = ['POST /_serverFn/login HTTP/1.1', 'Host: localhost', 'Sec-Fetch-Site: same-origin']
  socket.write(
    `${[...head, 'Content-Type: application/json', 'Content-Length: 900', 'Expect: 100-continue'].join('\r\n')}\r\n\r\n{"data":`,
  )
  // The server says that it waits for the rest.
  await once(socket, 'data')
  socket.destroy()
  const logged = () => parts.app.output().slice(before)
  await eventually(() => logged().includes('/_serverFn/login'))
  expect(logged()).not.toMatch(/"level":"(warn|error|fatal)"/)
})

test('threat 75: an unreadable payload leaves one line in the log, and the response has no internal details', async () => {
  const before = parts.app.output().length
  const bodies = ['{', 'null', '{"t":99}', '{"t":{"t":7,"i":0,"a":[]},"f":127,"m":[]}']
  const answers = [
    ...(await Promise.all(bodies.map((body) => post('login', body)))),
    await get('fetchPublicListing', 'x'),
    await get('fetchNoSuchCall'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 404])
  const logged = () => parts.app.output().slice(before)
  for (const { headers, status } of answers) {
    const line = await eventually(() =>
      logged()
        .split('\n')
        .find((one) => one.includes(headers.get('x-request-id') ?? '-')),
    )
    expect(JSON.parse(line)).toMatchObject({ level: 'info', msg: 'request', status })
  }
  expect(logged()).not.toMatch(/"level":"(warn|error|fatal)"|"stack"/)
})

describe('threat 10: a call from another site is refused', () => {
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

  test('but our own origin is accepted', async () => {
    const response = await fetch(`${parts.url}/_serverFn/fetchClientSettings`, {
      headers: { 'x-tsr-serverFn': 'true', origin: parts.url },
    })
    expect(response.status).toBe(200)
  })
})
