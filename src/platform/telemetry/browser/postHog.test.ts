import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pickNextRetryDelay } from 'posthog-js/lib/src/retry-queue.js'
import { describe, expect, test } from 'vitest'
import { answerFailuresWith503, postHogConfig } from './postHog.ts'

const HOST = 'https://eu.i.posthog.com'
const SOURCE = join(import.meta.dirname, '../../../../node_modules/posthog-js/lib/src')
const library = (file: string) => readFile(join(SOURCE, file), 'utf8')

test('every number of the specification that the library can be configured with is set', () => {
  expect(postHogConfig(HOST)).toMatchObject({
    request_queue_config: { flush_interval_ms: 3000 },
    rate_limiting: { events_per_second: 10, events_burst_limit: 100 },
    surveys_request_timeout_ms: 10000,
    feature_flag_request_timeout_ms: 3000,
    session_idle_timeout_seconds: 1800,
    cookie_expiration: 365,
  })
})

test('the library captures no screen content, loads no external script and uses one host', () => {
  expect(postHogConfig(HOST)).toMatchObject({
    api_host: HOST,
    asset_host: HOST,
    autocapture: false,
    disable_session_recording: true,
    disable_external_dependency_loading: true,
    person_profiles: 'identified_only',
  })
})

describe('the numbers that are built into the library are still those of the specification', () => {
  test.each([
    ['a session lasts 24 hours at most', 'sessionid.js', 'SESSION_LENGTH_LIMIT_MILLISECONDS = 24 * 3600 * 1000;'],
    ['a request may take 60 seconds', 'request.js', 'options.timeout = options.timeout || 60000;'],
    ['a failed request is retried 10 times', 'retry-queue.js', 'DEFAULT_MAX_RETRIES = 10;'],
    ['retries are 30 minutes apart at most', 'retry-queue.js', 'thirtyMinutes = 30 * 60 * 1000;'],
    ['retries begin 3 seconds apart', 'retry-queue.js', '3000 * Math.pow(2, retriesPerformedSoFar)'],
    [
      'status 0 and 5xx are retried',
      'retry-queue.js',
      '!== 200 && (response.statusCode < 400 || response.statusCode >= 500)',
    ],
    ['a full quota blocks for 60 seconds', 'rate-limiter.js', 'ONE_MINUTE_IN_MILLISECONDS = 60 * 1000;'],
    ['… by the kind of event', 'rate-limiter.js', '.serverLimits[batchKey] = new Date().getTime() + ONE_MINUTE'],
    [
      'surveys fail with this message',
      'posthog-surveys.js',
      '"Surveys API could not be loaded, status: ".concat(statusCode)',
    ],
  ])('%s', async (_name, file, line) => {
    expect(await library(file)).toContain(line)
  })

  test('the wait before a retry doubles from 3 seconds up to the cap, with jitter', () => {
    const within = (retries: number, expected: number) => {
      for (let i = 0; i < 200; i++) {
        expect(pickNextRetryDelay(retries)).toBeGreaterThanOrEqual(expected * 0.7)
        expect(pickNextRetryDelay(retries)).toBeLessThanOrEqual(expected * 1.3)
      }
    }
    within(0, 3_000)
    within(1, 6_000)
    within(5, 96_000)
  })
})

describe('a delivery without a response', () => {
  const unreachable = () => Promise.reject(new TypeError('Failed to fetch'))
  const fetch = answerFailuresWith503(unreachable, HOST)

  test('looks like a 503 to the library, which retries that 10 times, but a missing response only 3 times', async () => {
    expect(await library('retry-queue.js')).toContain('STATUS_CODE_ZERO_MAX_RETRIES = 3;')

    expect((await fetch(`${HOST}/e/`, { method: 'POST' })).status).toBe(503)
  })

  test('stays a failure for requests other than events', async () => {
    await expect(fetch(`${HOST}/flags/?v=2`, { method: 'POST' })).rejects.toThrow('Failed to fetch')
    await expect(fetch(`${HOST}/api/surveys/`, { method: 'GET' })).rejects.toThrow('Failed to fetch')
    await expect(fetch('/_serverFn/lead', { method: 'POST' })).rejects.toThrow('Failed to fetch')
  })
})
