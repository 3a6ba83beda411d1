import { expect, test } from 'vitest'
import { secretMissing } from '../secrets/keyring.server.ts'
import { StorageUnavailableError } from '../storage/storage.ts'
import { createLog } from '../telemetry/log.server.ts'
import { runInRequestContext } from './currentRequest.server.ts'
import { explainError } from './explainError.server.ts'

const log = createLog({ level: 'silent', pretty: false })
const context = { nonce: 'n', requestId: 'r', clientIp: '127.0.0.1', peer: '127.0.0.1', reachedCall: false }

test.each([
  ['a disk without room', Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })],
  [
    'an S3 that is away',
    new StorageUnavailableError('', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) }),
  ],
])('%s is a service that is briefly unavailable, not a bug', (_what, error) => {
  const explained = runInRequestContext(context, () => explainError(log, error))
  expect(explained).toMatchObject({ name: 'Unavailable', status: 503 })
})

test('a value whose secret is not listed is one too, and the log says what to list', () => {
  const lines: string[] = []
  const loud = createLog({ level: 'error', destination: { write: (line) => lines.push(line) } })
  const explained = runInRequestContext(context, () => explainError(loud, secretMissing()))
  expect(explained).toMatchObject({ name: 'SecretMissing', status: 503 })
  expect(lines.join()).toContain('Add the earlier secret to APP_SECRET_PREVIOUS.')
})
