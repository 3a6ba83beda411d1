import { dkimSign } from 'mailauth'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { describe, expect, test } from 'vitest'
import { dkim, senderDns } from '../../../../test/support/services/emailServices.ts'
import { proveSender } from './proveSender.server.ts'

const recipient = '12-rata-street.k7f2m9xq@in.example.nz'
const envelope = { sender: 'bounces@elsewhere.example', recipient, clientIp: '127.0.0.1', helo: 'mx.example' }

/** An email as it would be sent, signed by this domain. */
async function writeEmail(fields: SendMailOptions = {}, signedBy?: string) {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { message } = await transport.sendMail({
    ...{ from: 'mia@agency.example', to: recipient, subject: 'LIM', text: 'Attached.\r\n' },
    ...fields,
    ...(signedBy && { dkim: dkim(signedBy) }),
  })
  if (!Buffer.isBuffer(message)) throw new Error('The email was not written.')
  return message
}
const prove = async (content: Buffer, changes: Partial<typeof envelope> = {}, dns = senderDns) =>
  (await proveSender(content, { ...envelope, ...changes }, dns)).outcome

describe('threat 181: the sender of an email is', () => {
  test('proven by a signature of the From domain', async () => {
    expect(await proveSender(await writeEmail({}, 'agency.example'), envelope, senderDns)).toEqual({
      outcome: 'proven',
      from: 'mia@agency.example',
    })
  })

  test('proven by a server that the From domain names, also under a domain below it', async () => {
    const email = await writeEmail({ from: 'mia@spf.example' })
    expect(await prove(email, { sender: 'mia@spf.example' })).toBe('proven')
    expect(await prove(email, { sender: 'mia@spf.example', clientIp: '198.51.100.9' })).toBe('unproven')
  })

  test('not proven by the signature or the server of another domain', async () => {
    expect(await prove(await writeEmail({}, 'stranger.example'))).toBe('unproven')
    expect(await prove(await writeEmail(), { sender: 'someone@spf.example' })).toBe('unproven')
    const look = await writeEmail({ from: 'mia@notspf.example' })
    expect(await prove(look, { sender: 'someone@spf.example' })).toBe('unproven')
  })

  test('not proven after the email was changed', async () => {
    const signed = (await writeEmail({}, 'agency.example')).toString('latin1')
    expect(await prove(Buffer.from(signed.replace('Attached.', 'Attached!'), 'latin1'))).toBe('unproven')
    expect(await prove(Buffer.from(signed.replace('Subject: LIM', 'Subject: Title'), 'latin1'))).toBe('unproven')
  })

  test('not proven by a signature that leaves out the end of the email', async () => {
    const email = await writeEmail()
    const { domainName: signingDomain, keySelector: selector, privateKey } = dkim('agency.example')
    const key = { signingDomain, selector, privateKey }
    const { signatures } = await dkimSign(email, {
      ...{ ...key, canonicalization: 'relaxed/relaxed', signatureData: [{ ...key, maxBodyLength: 11 }] },
    })
    const signed = `${signatures.trim()}\r\n${email}`
    expect(await prove(Buffer.from(signed))).toBe('proven')
    expect(await prove(Buffer.from(`${signed}More.\r\n`))).toBe('unproven')
  })

  test('not proven if there are two From lines or two senders', async () => {
    const signed = await writeEmail({}, 'agency.example')
    expect(await prove(Buffer.concat([Buffer.from('From: owner@agency.example\r\n'), signed]))).toBe('unproven')
    const two = ['mia@agency.example', 'owner@agency.example']
    expect(await prove(await writeEmail({ from: two.join(', ') }, 'agency.example'))).toBe('unproven')
    expect(await prove(Buffer.from('Subject: No sender\r\n\r\nHello\r\n'))).toBe('unproven')
  })

  test('not proven by an email to someone else that is sent on to us', async () => {
    expect(await prove(await writeEmail({ to: 'vendor@example.nz' }, 'agency.example'))).toBe('unproven')
    const other = '9-rimu-road.aaaaaaaa@in.example.nz'
    expect(await prove(await writeEmail({ to: other }, 'agency.example'))).toBe('unproven')
    expect(await prove(await writeEmail({ to: 'vendor@example.nz', cc: recipient }, 'agency.example'))).toBe('proven')
  })

  test('not proven by one of more signatures than anyone needs, and none of them is checked', async () => {
    const signed = await writeEmail({}, 'agency.example')
    const withMore = (count: number) => {
      const lines = Array.from({ length: count }, (_, length) => `DKIM-Signature: v=1; d=a.example; l=${length}\r\n`)
      return Buffer.concat([Buffer.from(lines.join('')), signed])
    }
    expect(await prove(withMore(9))).toBe('proven')
    const unused: typeof senderDns = () => Promise.reject(new Error('A signature was checked.'))
    expect(await proveSender(withMore(10), envelope, unused)).toEqual({
      ...{ outcome: 'unproven', from: envelope.sender },
      reason: 'It has too many signatures to check who sent it.',
    })
    // In the text, they are text.
    const quoted = await writeEmail({ text: 'DKIM-Signature: v=1\r\n'.repeat(20) }, 'agency.example')
    expect(await prove(quoted)).toBe('proven')
  })

  test('unknown while the DNS servers of the domain do not answer', async () => {
    expect(await prove(await writeEmail({ from: 'mia@silent.example' }, 'silent.example'))).toBe('unknown')
  })
})
