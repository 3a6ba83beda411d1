import { rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { selfSignedCertificate } from '../../../../test/fixtures/content/certificate.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { dkim, openEmailServices, pdfAttachment } from '../../../../test/support/services/emailServices.ts'
import { temporaryFolder } from '../../../../test/support/temporaryFolder.ts'

const HOST = 'in.property-files.localhost'
const { key, cert } = selfSignedCertificate(HOST)

let context: Awaited<ReturnType<typeof openEmailServices>>
let folder: string
beforeAll(async () => {
  folder = await temporaryFolder()
  const tls = { INBOUND_TLS_KEY_FILE: join(folder, 'key.pem'), INBOUND_TLS_CERT_FILE: join(folder, 'cert.pem') }
  await writeFile(tls.INBOUND_TLS_KEY_FILE, key)
  await writeFile(tls.INBOUND_TLS_CERT_FILE, cert)
  context = await openEmailServices({ tls })
})
afterAll(async () => {
  await context.close()
  await rm(folder, { recursive: true, force: true })
})

/** As a server that only sends encrypted, and checks whose certificate it is. */
async function sendEncrypted(port: number, trusted: string, fields: { from: string; to: string }) {
  const tls = { ca: trusted, servername: HOST }
  const transport = createTransport({ host: '127.0.0.1', port, secure: false, requireTLS: true, tls })
  try {
    const attachments = [pdfAttachment('LIM report.pdf')]
    return await transport.sendMail({ ...fields, subject: 'Encrypted', attachments, dkim: dkim('agency.example') })
  } finally {
    transport.close()
  }
}

test('a server that insists on encryption can send with STARTTLS, and its sender is proven as before', async () => {
  const { agent, listing, address } = await context.createAddressedListing()
  const { response } = await sendEncrypted(context.port, cert, { from: agent.email, to: address })
  expect(response).toMatch(/^250/)
  await context.settle()
  const { emails } = await context.emailedDocuments(agent, listing.id)
  expect(emails).toMatchObject([{ subject: 'Encrypted', isProven: true, documents: [{ kind: 'lim' }] }])
})

test('the certificate is the one that was set: a server that trusts only another does not send', async () => {
  const { agent, address } = await context.createAddressedListing()
  const { cert: other } = selfSignedCertificate(HOST)
  const sent = sendEncrypted(context.port, other, { from: agent.email, to: address })
  await expect(sent).rejects.toThrow('self-signed certificate')
})

test('without a certificate nothing is offered, and such a server does not send', async () => {
  const plain = await openEmailServices({ readsEmails: false })
  onTestFinished(() => plain.close())
  const { agent, address } = await plain.createAddressedListing()
  const sent = sendEncrypted(plain.port, cert, { from: agent.email, to: address })
  await expect(sent).rejects.toMatchObject({ code: 'ETLS' })
})

test('threat 195: what is sent before the handshake is not obeyed after it', async () => {
  const { agent } = await context.createAddressedListing()
  const socket = connect(context.port, '127.0.0.1')
  onTestFinished(() => {
    socket.destroy()
  })
  let received = ''
  const collect = (chunk: Buffer) => {
    received += chunk
  }
  const answer = (start: string) =>
    eventually(async () => received.includes(`\r\n${start}`) || received.startsWith(start))
  socket.on('data', collect)
  await answer('220')
  socket.write('EHLO mx.example\r\n')
  await answer('250 ')
  received = ''
  // Someone between the two servers adds a command to the one that starts encryption.
  socket.write(`STARTTLS\r\nMAIL FROM:<${agent.email}>\r\n`)
  await answer('220')
  socket.off('data', collect)
  const encrypted = connectTls({ socket, ca: cert, servername: HOST })
  onTestFinished(() => {
    encrypted.destroy()
  })
  received = ''
  encrypted.on('data', collect)
  encrypted.write('EHLO mx.example\r\n')
  await answer('250 ')
  received = ''
  // No sender is known, so a recipient is out of turn.
  encrypted.write('RCPT TO:<a@b.example>\r\n')
  await answer('503')
  expect(received).toMatch(/^503/)
})
