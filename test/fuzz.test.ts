import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../src/values/time.ts'
import { authorisation } from './access/authorisation.ts'
import { authorisedRoutes } from './access/authorisedRoutes.ts'
import { describedOperations, requestsFor } from './support/fuzz/apiRequests.ts'
import { attack, chosenOf } from './support/fuzz/attack.ts'
import { broken } from './support/fuzz/broken.ts'
import { fitting } from './support/fuzz/fitting.ts'
import { addresses, oddHeaders } from './support/fuzz/headers.ts'
import { traces } from './support/fuzz/oddValues.ts'
import { addressesOf, bodiesFor } from './support/fuzz/routes.ts'
import { callSchemas } from './support/fuzz/schemas.ts'
import { targetPool } from './support/fuzz/targets.ts'
import { contentTypes, writings, written } from './support/fuzz/wire.ts'
import { useDeployedApp } from './support/processes/deployedApp.ts'

const TIMEOUT_MS = process.env.FUZZ_INPUTS ? 4 * HOUR_MS : 2 * MINUTE_MS
/** Node itself refuses more in one line. */
const MAX_PATH_LENGTH = 12_000
const parts = useDeployedApp({ TRUSTED_PROXIES: '127.0.0.1,::1' })
const schemas = await callSchemas()
const senders = {
  who: fc.constantFrom('stranger' as const, 'agent' as const, 'agent' as const, 'otherAgent' as const),
  from: addresses,
  headers: oddHeaders,
  type: contentTypes,
}

const pool = targetPool(parts)
let readTargets: ReturnType<typeof pool.take> | undefined
/** Calls and addresses that only read have theirs in common. */
async function targetsFor(...methods: string[]) {
  if (methods.some((method) => method !== 'GET')) {
    const targets = await pool.take()
    return { ...targets, giveBack: () => pool.giveBack(targets) }
  }
  readTargets ??= pool.take()
  return { ...(await readTargets), giveBack: async () => {} }
}

/** Those that an address responds to. It gets others, too, and refuses them. */
const methodsOf = (template: string) =>
  Object.keys(authorisedRoutes).flatMap((route) => {
    const [method = '', other] = route.split(' ')
    return other === template ? [method] : []
  })

describe.concurrent('threat 66: no input causes a server error', () => {
  test.each(chosenOf(Object.entries(authorisation)))(
    'to the call %s',
    { timeout: TIMEOUT_MS },
    async (name, { method }) => {
      const { known, cookies, giveBack } = await targetsFor(method)
      const shape = schemas.get(name)
      const whole = shape ? fitting(shape, known) : fc.constant(undefined)
      const payload = broken(whole)

      const statuses = await attack({
        name,
        url: parts.url,
        inputs: fc.record({ ...senders, payload, writing: writings }),
        // One that fits, so that the rules of the call are reached with few inputs, too.
        first: {
          ...{ who: 'agent', from: '203.0.113.7', headers: {}, type: 'application/json' },
          ...{ payload: fc.sample(whole, { numRuns: 1, seed: 2026 })[0], writing: { kind: 'ours', at: 0 } },
        },
        async write(input) {
          const text = await written(input.payload, input.writing)
          const query = method === 'GET' && text ? `?payload=${encodeURIComponent(text.toWellFormed())}` : ''
          const ours = { 'x-tsr-serverfn': 'true', 'sec-fetch-site': 'same-origin', 'content-type': input.type }
          return {
            method,
            path: `/_serverFn/${name}${query}`.slice(0, MAX_PATH_LENGTH),
            headers: { ...ours, cookie: cookies[input.who], 'x-forwarded-for': input.from, ...input.headers },
            body: method === 'POST' ? text : undefined,
          }
        },
      })

      await giveBack()
      // What was sent came as far as the rules of the call.
      expect([...statuses.keys()].some((status) => status !== 400)).toBe(true)
    },
  )

  test.each(chosenOf(Object.entries(authorisedRoutes)))(
    'to the address %s',
    { timeout: TIMEOUT_MS },
    async (address, access) => {
      const [own = '', template = ''] = address.split(' ')
      const { known, cookies, giveBack } = await targetsFor(...methodsOf(template))
      const others = fc.constantFrom('HEAD', 'OPTIONS', 'POST', 'PUT')

      await attack({
        name: address,
        url: parts.url,
        inputs: fc.record({
          ...senders,
          method: fc.oneof({ weight: 6, arbitrary: fc.constant(own) }, others),
          path: addressesOf(template, known),
          body: bodiesFor(template, known),
          accept: fc.constantFrom('text/html', '*/*'),
        }),
        async write({ method, accept, type, body, ...input }) {
          const ours = { accept, 'content-type': type, 'sec-fetch-site': 'same-origin', cookie: cookies[input.who] }
          const proxied: Record<string, string> = access === 'thisComputer' ? {} : { 'x-forwarded-for': input.from }
          const isLook = method === 'GET' || method === 'HEAD'
          return {
            method,
            path: input.path.slice(0, MAX_PATH_LENGTH),
            headers: { ...ours, ...proxied, ...input.headers },
            body: isLook ? undefined : body,
          }
        },
      })
      await giveBack()
    },
  )
})

/** As many requests as a key may make in a minute, less what is under way. */
const REQUESTS_BETWEEN_RESETS = 100

const operations = describedOperations().map((operation): [string, typeof operation] => [
  operation.operationId,
  operation,
])

describe.concurrent('threat 168: no request to the API causes a server error', () => {
  test.each(chosenOf(operations))('%s', { timeout: TIMEOUT_MS }, async (name, operation) => {
    const { known, tokens, giveBack } = await targetsFor(operation.method)
    let sent = 0
    const statuses = await attack({
      name,
      url: parts.url,
      inputs: fc.record({ ...senders, request: requestsFor(operation, known) }),
      async write({ who, from, type, headers, request }) {
        if (++sent % REQUESTS_BETWEEN_RESETS === 0)
          await parts.database.sql`delete from rate_limit where key like 'api:%'`
        const hasBody = operation.method !== 'GET'
        return {
          method: operation.method,
          path: `/api/v1${request.path}${request.query}`.slice(0, MAX_PATH_LENGTH),
          headers: {
            'content-type': type,
            'x-forwarded-for': from,
            ...headers,
            ...request.headers,
            authorization: `Bearer ${tokens[who]}`,
          },
          body: hasBody ? request.body : undefined,
        }
      },
    })
    await giveBack()
    // What was sent came as far as the rules of the operation.
    expect([...statuses.keys()].some((status) => ![400, 401].includes(status))).toBe(true)
  })
})

describe('after fuzzing', () => {
  test('the application is running, without uncaught errors', async () => {
    expect((await fetch(`${parts.url}/healthz`)).status).toBe(200)
    const lines = parts.app.output().split('\n')
    expect(lines.filter((line) => /uncaught|unhandled|unexpected error/i.test(line))).toEqual([])
  })

  test('threat 169: no line of the log contains an API key', () => {
    if (chosenOf(operations).length > 0) expect(parts.app.output()).toContain('/api/v1/')
    expect(parts.app.output()).not.toContain('pfk_')
  })

  test('threat 55: no line of the log contains personal data', () => {
    // The random id of a request can contain the digits of a phone number.
    const lines = parts.app
      .output()
      .toLowerCase()
      .replaceAll(/"requestid":"[0-9a-f-]{36}"/g, '')
      .split('\n')
    expect(lines.filter((line) => traces.some((trace) => line.includes(trace)))).toEqual([])
  })
})
