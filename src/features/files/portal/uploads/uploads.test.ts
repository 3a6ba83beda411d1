import { describe, expect, test } from 'vitest'
import { AppError, notFound, notSignedIn, subscriptionInactive, unavailable } from '#platform/errors.ts'
import { isSystemFile } from './droppedFiles.ts'
import { createSpeedMeter, decideAfterFailure, isWorthRetrying, PartRefusedError, retryDelayMs } from './uploadFile.ts'
import { progressText, summariseUploads, type Upload } from './uploadState.ts'

const upload: Upload = {
  key: 'a',
  name: 'LIM.pdf',
  size: 84_000_000,
  lastModified: 0,
  contentType: 'application/pdf',
  state: 'sending',
  sent: 12_000_000,
  speed: 3_000_000,
}

describe('a failed upload', () => {
  test.each([
    ['no answer', new TypeError('Failed to fetch'), 99, 'offline'],
    ['a part that was cut off', new PartRefusedError(0), 99, 'offline'],
    ['a session that is over', notSignedIn(), 99, 'signedOut'],
    ['an address that has expired', new PartRefusedError(403), 0, 'again'],
    ['a part that the server is still receiving', new PartRefusedError(409), 99, 'again'],
    ['too many transfers from this network', new PartRefusedError(429), 99, 'again'],
    ['a server that is away for a moment', unavailable(), 0, 'again'],
    ['an upload that was forgotten', notFound(), 0, 'restart'],
    ['a listing that is gone', notFound(), 1, 'final'],
    ['a bug', new Error('?'), 4, 'final'],
    ['a refusal', subscriptionInactive(), 0, 'final'],
  ])('%s', (_what, error, tries, verdict) => expect(decideAfterFailure(error, tries)).toBe(verdict))

  test('is retried unless the file itself is the problem', () => {
    expect(isWorthRetrying(new AppError('UnsupportedType', 415, ''))).toBe(false)
    expect(isWorthRetrying(new AppError('QuotaReached', 413, ''))).toBe(true)
    expect(isWorthRetrying(subscriptionInactive())).toBe(true)
  })
})

test('pauses grow to at most 30 seconds', () => {
  expect([0, 1, 2, 10].map(retryDelayMs)).toEqual([1000, 2000, 4000, 30_000])
})

test('the speed is smoothed over short pauses', () => {
  const measure = createSpeedMeter(0, 0)
  expect(measure(1000, 1000)).toBe(1000)
  const afterHiccup = measure(1000, 1500)
  expect(afterHiccup).toBeGreaterThan(800)
  expect(measure(1500, 2000)).toBeGreaterThan(afterHiccup)
})

test('hidden files of operating systems are skipped', () => {
  const names = ['.DS_Store', 'Thumbs.db', 'desktop.ini', '.hidden', 'LIM.pdf']
  expect(names.filter((name) => !isSystemFile(name))).toEqual(['LIM.pdf'])
})

describe('the progress text', () => {
  test('shows the amount, the speed and the time left', () => {
    expect(progressText(upload)).toBe('12 MB of 84 MB · 3 MB/s · 24 s left')
    expect(progressText({ ...upload, state: 'offline' })).toBe('Waiting for a connection')
    expect(progressText({ ...upload, speed: 100_000 })).toContain('12 min left')
  })

  test('sums up all running uploads', () => {
    const all = [upload, { ...upload, state: 'done' as const }, { ...upload, state: 'failed' as const }]
    expect(summariseUploads(all)).toMatchObject({ underWay: 1, done: 1, failed: 1, percent: 57, timeLeft: '24 s left' })
  })
})
