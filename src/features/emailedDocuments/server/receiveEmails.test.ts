import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createFile } from '../../../../test/fixtures/files.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { openEmailServices } from '../../../../test/support/services/emailServices.ts'
import { collectAll } from '../../../../test/support/uploader.ts'
import { inboundEmail } from '../../../db/schema/inboundEmails.ts'
import { listing } from '../../../db/schema/listings.ts'
import { STORAGE_QUOTA_BYTES } from '../../../platform/storage/storage.ts'
import { MAX_EMAIL_BYTES } from '../emailedDocuments.schema.ts'
import { checkRecipient } from './receiveEmails.server.ts'

let context: Awaited<ReturnType<typeof openEmailServices>>
beforeAll(async () => {
  // What is received stays as it came.
  context = await openEmailServices({ readsEmails: false })
})
afterAll(() => context.close())

const countEmails = () => context.database.db.$count(inboundEmail)
const countStored = async () => (await collectAll(context.services.storage.list('emails/'))).length
const forgetLimits = () => context.database.sql`delete from rate_limit`

/** An SMTP dialogue by hand. Returns the answer to each command. */
async function talk() {
  const socket = connect(context.port, '127.0.0.1')
  onTestFinished(() => {
    socket.destroy()
  })
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  socket.on('error', () => {})
  const answer = async () => {
    const line = await eventually(async () => /^\d{3} .*\r\n/m.exec(received)?.[0])
    received = ''
    return line.trim()
  }
  const say = (command: string) => {
    socket.write(`${command}\r\n`)
    return answer()
  }
  await answer()
  return { socket, say, answer, hasEnded: () => socket.readableEnded || socket.destroyed }
}

describe('threat 182: the SMTP server', () => {
  test('refuses unknown addresses, other domains and archived listings in the dialogue, and stores nothing', async () => {
    const { address, listing: own, agent } = await context.createAddressedListing()
    const { say } = await talk()
    await say('EHLO mx.example')
    await say(`MAIL FROM:<${agent.email}>`)
    const domain = address.split('@')[1]
    expect(await say('RCPT TO:<someone@example.com>')).toMatch(/^550 5\.7\.1/)
    expect(await say(`RCPT TO:<12-rata-street.00000000@${domain}>`)).toMatch(/^550 5\.1\.1/)
    expect(await say(`RCPT TO:<x@${domain}>`)).toMatch(/^550 5\.1\.1/)
    await context.database.db.update(listing).set({ archivedAt: new Date() })
    expect(await say(`RCPT TO:<${address}>`)).toMatch(/^550 5\.1\.1/)
    await context.database.db.update(listing).set({ archivedAt: null })
    expect(await say(`RCPT TO:<${address}>`)).toMatch(/^250/)
    expect(own.id).toBeTruthy()
    await forgetLimits()
  })

  test('lets nobody try many addresses', async () => {
    const { address, agent } = await context.createAddressedListing()
    const { say } = await talk()
    await say('EHLO mx.example')
    await say(`MAIL FROM:<${agent.email}>`)
    const domain = address.split('@')[1]
    const answers: string[] = []
    for (let attempt = 0; attempt < 21; attempt += 1)
      answers.push(await say(`RCPT TO:<a.0000000${attempt % 10}@${domain}>`))
    expect(answers.slice(0, 20).every((one) => one.startsWith('550'))).toBe(true)
    expect(answers[20]).toMatch(/^421/)
    await forgetLimits()
  })

  test('counts a whole IPv6 network as one sender', async () => {
    const { address, agent } = await context.createAddressedListing()
    const domain = address.split('@')[1] ?? ''
    const tryFrom = (clientIp: string) => {
      const envelope = { sender: agent.email, recipient: `a.00000000@${domain}`, clientIp, helo: 'mx.example' }
      return checkRecipient(context.services, domain, envelope, 0)
    }
    for (let host = 1; host <= 20; host += 1)
      await expect(tryFrom(`2001:db8:1:2::${host}`)).rejects.toMatchObject({ responseCode: 550 })
    await expect(tryFrom('2001:db8:1:2:ffff::9')).rejects.toMatchObject({ responseCode: 421 })
    await expect(tryFrom('2001:db8:1:3::1')).rejects.toMatchObject({ responseCode: 550 })
    await forgetLimits()
  })

  test('takes one listing at a time, no bounces and no sign-in', async () => {
    const { address, agent } = await context.createAddressedListing()
    const other = await context.createAddressedListing(agent)
    const { say } = await talk()
    expect(await say('EHLO mx.example')).toMatch(/^250/)
    expect(await say('AUTH PLAIN AGEAYg==')).toMatch(/^50\d/)
    await say(`MAIL FROM:<${agent.email}>`)
    expect(await say(`RCPT TO:<${address}>`)).toMatch(/^250/)
    expect(await say(`RCPT TO:<${other.address}>`)).toMatch(/^452/)
    await say('RSET')
    await say('MAIL FROM:<>')
    expect(await say(`RCPT TO:<${address}>`)).toMatch(/^550 5\.7\.1/)
  })

  test('limits the emails to one listing', async () => {
    const { address, agent } = await context.createAddressedListing()
    const { say } = await talk()
    await say('EHLO mx.example')
    const answers: string[] = []
    for (let attempt = 0; attempt < 61; attempt += 1) {
      await say(`MAIL FROM:<${agent.email}>`)
      answers.push(await say(`RCPT TO:<${address}>`))
      await say('RSET')
    }
    expect(answers.slice(0, 60).every((one) => one.startsWith('250'))).toBe(true)
    expect(answers[60]).toMatch(/^451/)
    await forgetLimits()
  })
})

describe('threat 183: an email that is too large', () => {
  test('is refused by its announced size, before a byte of it is sent', async () => {
    const { address, agent } = await context.createAddressedListing()
    const { say } = await talk()
    await say('EHLO mx.example')
    expect(await say(`MAIL FROM:<${agent.email}> SIZE=${MAX_EMAIL_BYTES + 1}`)).toMatch(/^552/)
    expect(address).toBeTruthy()
  })

  test('is refused while it is received, and nothing of it is kept', async () => {
    const { address, agent } = await context.createAddressedListing()
    const before = await countStored()
    const { socket, say, answer } = await talk()
    await say('EHLO mx.example')
    await say(`MAIL FROM:<${agent.email}>`)
    await say(`RCPT TO:<${address}>`)
    await say('DATA')
    const line = Buffer.from(`${'x'.repeat(998)}\r\n`)
    const block = Buffer.concat(Array.from({ length: 1000 }, () => line))
    socket.write('Subject: Large\r\n\r\n')
    for (let sent = 0; sent < MAX_EMAIL_BYTES + 2_000_000; sent += block.length)
      if (!socket.write(block)) await new Promise((resolve) => socket.once('drain', resolve))
    socket.write('.\r\n')
    expect(await answer()).toMatch(/^552 5\.3\.4/)
    expect(await countStored()).toBe(before)
  })

  test('is refused if the storage is full with it, whatever size was announced, and nothing of it is kept', async () => {
    const { address, agent } = await context.createAddressedListing()
    await createFile(context.database.db, { agent, size: STORAGE_QUOTA_BYTES - 50_000 })
    const before = [await countEmails(), await countStored()]
    const send = async (bytes: number) => {
      const { socket, say, answer } = await talk()
      await say('EHLO mx.example')
      await say(`MAIL FROM:<${agent.email}> SIZE=10`)
      expect(await say(`RCPT TO:<${address}>`)).toMatch(/^250/)
      await say('DATA')
      socket.write(`Subject: Larger\r\n\r\n${`${'x'.repeat(98)}\r\n`.repeat(bytes / 100)}.\r\n`)
      return answer()
    }
    expect(await send(60_000)).toMatch(/^452 4\.2\.2/)
    expect([await countEmails(), await countStored()]).toEqual(before)
    expect(await send(40_000)).toMatch(/^250/)
    // The same once more is one that we have.
    expect(await send(40_000)).toMatch(/^250/)
    expect(await countEmails()).toBe(Number(before[0]) + 1)
  })

  test('with an endless header is refused', async () => {
    const { address, agent } = await context.createAddressedListing()
    const { socket, say, answer } = await talk()
    await say('EHLO mx.example')
    await say(`MAIL FROM:<${agent.email}>`)
    await say(`RCPT TO:<${address}>`)
    await say('DATA')
    for (let line = 0; line < 3000; line += 1) socket.write(`X-Line-${line}: ${'x'.repeat(60)}\r\n`)
    socket.write('\r\n.\r\n')
    expect(await answer()).toMatch(/^552/)
  })
})

describe('threat 184: an answer of a machine is thrown away', () => {
  test.each([
    ['an out-of-office reply', { 'Auto-Submitted': 'auto-replied' }],
    ['a mailing list', { Precedence: 'list' }],
    ['an old auto-responder', { 'X-Autoreply': 'yes' }],
    ['our own email', { 'Message-ID': '<1234@files.example.nz>' }],
  ])('%s', async (_what, headers) => {
    const { address, agent } = await context.createAddressedListing()
    const before = [await countEmails(), await countStored()]
    const { response } = await context.sendEmail({ from: agent.email, to: address, headers }, { isSigned: false })
    expect(response).toMatch(/^250/)
    expect([await countEmails(), await countStored()]).toEqual(before)
  })

  test('and the same email of a person is kept', async () => {
    const { address, agent } = await context.createAddressedListing()
    const before = await countEmails()
    await context.sendEmail({ from: agent.email, to: address, headers: { 'Auto-Submitted': 'no' } })
    expect(await countEmails()).toBe(before + 1)
  })
})

describe('an email', () => {
  test('that breaks off is not kept, so that the sending server sends it again', async () => {
    const { address, agent } = await context.createAddressedListing()
    const before = [await countEmails(), await countStored()]
    const { socket, say } = await talk()
    await say('EHLO mx.example')
    await say(`MAIL FROM:<${agent.email}>`)
    await say(`RCPT TO:<${address}>`)
    await say('DATA')
    socket.write(`Subject: Half\r\n\r\n${'x'.repeat(100_000)}\r\n`)
    await eventually(async () => (await countStored()) >= 0 && socket.bytesWritten > 100_000)
    socket.destroy()
    await context.sendEmail({ from: agent.email, to: address })
    await eventually(async () => (await countStored()) === Number(before[1]) + 1)
    expect(await countEmails()).toBe(Number(before[0]) + 1)
  })

  test('gets a temporary answer while the storage does not work, and is kept when it is sent again', async () => {
    const { address, agent } = await context.createAddressedListing()
    const { storage } = context.services
    const { write } = storage
    storage.write = async () => {
      throw new Error('The disk is full.')
    }
    const before = await countEmails()
    const sent = context.sendEmail({ from: agent.email, to: address })
    await expect(sent).rejects.toMatchObject({ responseCode: 451 })
    storage.write = write
    expect(await countEmails()).toBe(before)
    await context.sendEmail({ from: agent.email, to: address })
    expect(await countEmails()).toBe(before + 1)
  })

  test('keeps its content when the answer to the commit gets lost', async () => {
    const { address, agent } = await context.createAddressedListing()
    const { db } = context.database
    const { transaction } = db
    db.transaction = async (...given: Parameters<typeof transaction>) => {
      await transaction.apply(db, given)
      throw new Error('The connection was lost.')
    }
    const before = [await countEmails(), await countStored()]
    const sent = context.sendEmail({ from: agent.email, to: address })
    await expect(sent).rejects.toMatchObject({ responseCode: 451 })
    db.transaction = transaction
    expect([await countEmails(), await countStored()]).toEqual(before.map((count) => count + 1))
  })
})
