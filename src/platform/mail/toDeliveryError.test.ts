import { expect, test } from 'vitest'
import { PermanentJobError } from '../jobs/jobs.server.ts'
import { toDeliveryError } from './mailer.server.ts'

const isForGood = (details: object) =>
  toDeliveryError(Object.assign(new Error('trouble'), details), 'jane@example.com') instanceof PermanentJobError

test.each([
  ['an unknown mailbox', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response: '550 no' }],
  ['a text that is taken for spam', { code: 'EMESSAGE', command: 'DATA', responseCode: 554, response: '554 no' }],
  ['a mail larger than the server takes', { code: 'EMESSAGE', command: 'MAIL FROM' }],
])('%s is permanent, so the email is given up', (_what, details) => expect(isForGood(details)).toBe(true))

test.each([
  ['a full mailbox', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 452, response: '452 full' }],
  ['our password that expired', { code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535, response: '535 no' }],
  ['a server that turns everybody away', { code: 'ECONNECTION', responseCode: 554, response: '554 busy' }],
  ['a server that is not there', { code: 'ECONNREFUSED', command: 'CONN' }],
  ['a server that says nothing', { code: 'ETIMEDOUT', command: 'CONN' }],
])('%s is temporary, so the email is tried again', (_what, details) => expect(isForGood(details)).toBe(false))
