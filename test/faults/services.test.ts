import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { useFaultyApp } from '../support/faults/faultyApp.ts'

const { parts, statusOf, askForHome, leaveDetails, emailsAbout } = useFaultyApp()

test('the connection to the mail server refused, then cut while sending: leads are accepted, and each is emailed', async () => {
  await parts.lines.mail.become('away')
  const during = await leaveDetails()
  expect(during.status).toBe(200)
  await parts.lines.mail.become('slow')
  const after = await leaveDetails()
  parts.lines.mail.cut('reset')
  await parts.lines.mail.become('good')
  for (const { email } of [during, after]) await eventually(() => emailsAbout(email).length > 0)
})

test('the connection to the storage refused: photos wait, everything else works, and they load once it is back', async () => {
  expect(await statusOf(parts.listing.photo)).toBe(200)
  await parts.lines.files.become('away')
  expect(await statusOf(parts.listing.photo)).toBe(503)
  expect(await askForHome()).toBe(200)
  await parts.lines.files.become('good')
  await eventually(async () => (await statusOf(parts.listing.photo)) === 200)
})

test('the connection to the mail server silent: leads are accepted, and emailed once it responds', async () => {
  parts.lines.mail.cut()
  await parts.lines.mail.become('silent')
  const { status, email } = await leaveDetails()
  expect(status).toBe(200)
  await eventually(() => parts.lines.mail.bytesLost() > 0)
  await parts.lines.mail.become('good')
  await eventually(() => emailsAbout(email).length > 0)
})

test('the connection to the storage silent: a photo fails quickly, everything else works, and it recovers by itself', async () => {
  expect(await statusOf(parts.listing.photo)).toBe(200)
  await parts.lines.files.become('silent')
  const photo = statusOf(parts.listing.photo)
  expect(await askForHome()).toBe(200)
  expect(await photo).toBe(503)
  await parts.lines.files.become('good')
  await eventually(async () => (await statusOf(parts.listing.photo)) === 200)
})
