import { generateKeyPairSync } from 'node:crypto'
import type { DNSResolver } from 'mailauth'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { makeEmailAddress } from '../../../src/features/emailedDocuments/server/emailAddress.server.ts'
import { listEmailedDocuments } from '../../../src/features/emailedDocuments/server/emailedDocuments.server.ts'
import { readEmailJob, readReceivedEmail } from '../../../src/features/emailedDocuments/server/readEmail.server.ts'
import { startEmailReceiver } from '../../../src/features/emailedDocuments/server/receiveEmails.server.ts'
import { prepareFileJob } from '../../../src/features/files/server/prepareFile.server.ts'
import { removeContentJob } from '../../../src/features/files/server/removeContent.server.ts'
import { bounceReceiver } from '../../../src/features/messages/server/bounces.server.ts'
import type { Agent } from '../../../src/platform/auth/sessions.server.ts'
import { createAgent } from '../../fixtures/agents.ts'
import { textPdf } from '../../fixtures/content/pdf.ts'
import { createListing } from '../../fixtures/listings.ts'
import { openServices, registerWorker } from './services.ts'

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const publicKey = keys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const privateKey = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** Signs with the key that `senderDns` publishes. */
export const dkim = (domainName: string) => ({ domainName, keySelector: 'pf', privateKey })

/** Answers for these domains alone: what the domain of the agency publishes, and nothing for any other. */
export const senderDns: DNSResolver = async (name, type) => {
  const records: Record<string, string[][]> = {
    'TXT pf._domainkey.agency.example': [[`v=DKIM1; k=rsa; p=${publicKey}`]],
    'TXT pf._domainkey.stranger.example': [[`v=DKIM1; k=rsa; p=${publicKey}`]],
    'TXT _dmarc.agency.example': [['v=DMARC1; p=reject']],
    'TXT spf.example': [['v=spf1 ip4:127.0.0.1 -all']],
    'TXT agency.example': [['v=spf1 ip4:203.0.113.7 -all']],
  }
  const found = records[`${type} ${name.toLowerCase()}`]
  if (found) return found
  if (name.endsWith('silent.example')) throw Object.assign(new Error('No answer'), { code: 'ETIMEOUT' })
  throw Object.assign(new Error('No such name'), { code: 'ENOTFOUND' })
}

/** Paths of PEM files. */
type TlsFiles = Record<'INBOUND_TLS_KEY_FILE' | 'INBOUND_TLS_CERT_FILE', string>

/** An SMTP server for a listing's address, with the job that reads what arrives. */
export async function openEmailServices({ readsEmails = true, tls }: { readsEmails?: boolean; tls?: TlsFiles } = {}) {
  const read = { ...readEmailJob, work: readEmailJob.work }
  read.work = async (services, { emailId }) => {
    if (readsEmails) await readReceivedEmail(services, emailId, senderDns)
  }
  const opened = await openServices([
    ...[registerWorker(read), registerWorker(removeContentJob), registerWorker(prepareFileJob)],
  ])
  const services = { ...opened.services, env: { ...opened.services.env, INBOUND_PORT: 0, ...tls } }
  const receiver = await startEmailReceiver(services, bounceReceiver(services))
  if (!receiver) throw new Error('No emails are received.')
  const { db } = opened.database
  let count = 0

  return {
    ...opened,
    services,
    port: receiver.port,
    /** An agent with a listing and its address. */
    async createAddressedListing(agent?: Agent) {
      count += 1
      const owner = agent ?? (await createAgent(db, { email: `agent${count}@agency.example` }))
      const listing = await createListing(db, { agent: owner })
      const { address } = await makeEmailAddress(services, owner, { listingId: listing.id })
      return { agent: owner, listing, address }
    },
    /** From another server, signed by the sender's domain unless told otherwise. */
    async sendEmail(email: SendMailOptions, settings: { isSigned?: boolean } = {}) {
      const transport = createTransport({ host: '127.0.0.1', port: receiver.port, secure: false, ignoreTLS: true })
      const domain =
        String(email.from ?? '')
          .split('@')
          .at(-1) ?? ''
      try {
        return await transport.sendMail({
          ...{ subject: 'Documents', text: 'Attached.', attachments: [pdfAttachment('LIM report.pdf')] },
          ...(settings.isSigned !== false && { dkim: dkim(domain) }),
          ...email,
        })
      } finally {
        transport.close()
      }
    },
    emailedDocuments: (agent: Agent, listingId: string) => listEmailedDocuments(services, agent, listingId),
    async close() {
      await receiver.stop()
      await opened.close()
    },
  }
}

export const pdfAttachment = (filename: string) => ({
  filename,
  content: textPdf([filename]),
  contentType: 'application/pdf',
})
