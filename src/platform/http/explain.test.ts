import { expect, test } from 'vitest'
import { createLog } from '../log.server.ts'
import { insideRequest } from './currentRequest.server.ts'
import { explain } from './explain.server.ts'

const log = createLog({ level: 'silent', pretty: false })
const context = { nonce: 'n', requestId: 'r', clientIp: '127.0.0.1', reachedCall: false }

test('a disk without room is a service that is briefly unavailable, not a bug', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  const explained = insideRequest(context, () => explain(log, full))
  expect(explained).toMatchObject({ name: 'Unavailable', status: 503 })
})
