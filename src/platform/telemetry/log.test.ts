import { describe, expect, test } from 'vitest'
import { createLog } from './log.server.ts'

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
