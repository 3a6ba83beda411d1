import { describe, expect, test } from 'vitest'
import { createLog, loggablePath } from './log.server.ts'

function listen() {
  const lines: string[] = []
  const log = createLog({ level: 'info', destination: { write: (line) => lines.push(line) } })
  return { log, lines, last: () => JSON.parse(lines.at(-1) ?? '') }
}

describe('threat 60: the log', () => {
  test('is one JSON line per entry, with any content', () => {
    const { log, lines, last } = listen()
    log.info({ path: '/a\n{"level":"fatal"}\u001b[31m' }, 'hello\nworld')
    expect(lines).toHaveLength(1)
    expect([...(lines[0]?.trimEnd() ?? '')].filter((character) => character < ' ')).toEqual([])
    expect(last()).toMatchObject({ level: 'info', msg: 'hello\nworld', time: expect.stringMatching(/^\d{4}-.*Z$/) })
  })

  test('holds no personal data and no secret', () => {
    const { log, lines } = listen()
    const data = {
      email: 'canary@example.nz',
      phone: '+64 21 555 0199',
      password: 'canary-pass',
      token: 'canary-token',
      firstName: 'Canary',
    }
    log.info({ data }, 'input')
    log.info({ input: data, job: { id: 1, data } }, 'nested')
    log.error({ err: new Error('duplicate key (email)=(canary@example.nz)') }, 'failed')
    log.error(
      {
        err: Object.assign(new Error('Failed query: insert\nparams: canary@example.nz,Canary'), {
          detail: 'canary-pass',
          parameters: ['canary-token'],
        }),
      },
      'failed',
    )
    expect(lines.join('').toLowerCase()).not.toMatch(/canary|555 0199/)
  })

  test('names an error with its cause and place', () => {
    const { log, last } = listen()
    log.error({ err: new Error('outer', { cause: Object.assign(new Error('inner'), { code: '57P01' }) }) }, 'failed')
    expect(last().err).toMatchObject({
      type: 'Error',
      message: 'outer',
      cause: { message: 'inner', code: '57P01' },
      stack: expect.stringContaining('log.test.ts'),
    })
  })
})

test.each([
  '/',
  '/portal/listings/list_7d0k2m/share/poster.pdf',
  '/photos/file_7d0k2m/1920',
  '/listings/12-rata-street',
  '/.well-known/security.txt',
  '/_serverFn/fetchPublicListing',
  '/storage/documents/3f/3f0a9c41d2b84f6e9a7c5d1e2f3a4b5c-w480',
])('%s is logged as it is', (path) => expect(loggablePath(path)).toBe(path))

test.each([
  ['/reset-password/abc', '/reset-password/…'],
  ['/thank-you/cs_test_1', '/thank-you/…'],
  // Threat 186: by which link a visitor came.
  ['/l/k7f2m9qa', '/l/…'],
  ['/listings/zebulonia%40example.nz', '/listings/…'],
  ['/listings/zebulonia@example.nz/open', '/listings/…/open'],
  ['/photos/021%20555%200177/480', '/photos/…/480'],
  ['/photos/0215550177/480', '/photos/…/480'],
  ['/198.51.100.177', '/…'],
  ['/sitemaps/listings-198.51.100.177.xml', '/sitemaps/…'],
  ['/listings/Zebulonia', '/listings/…'],
  ['/x/lead_1.Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6', '/x/…'],
  ['/_serverFn/fetch%20Everything', '/…/…'],
])('threat 55: of %s the log keeps %s', (path, kept) => expect(loggablePath(path)).toBe(kept))
