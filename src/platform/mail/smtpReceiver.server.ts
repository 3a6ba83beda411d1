import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerAddress, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { rateLimitKey, unmapIpv4 } from '../http/ipAddresses.server.ts'
import type { Log } from '../telemetry/log.server.ts'
import { meters } from '../telemetry/metrics.server.ts'

/** What the sending server said about an email, besides the email itself. */
export interface SmtpEnvelope {
  sender: string
  recipient: string
  clientIp: string
  /** The name that the sending server gave itself. */
  helo: string
}

interface ReceiverOptions {
  host: string
  port: number
  domain: string
  maxBytes: number
  tls?: { keyFile: string; certFile: string }
  log: Log
  /** Whether reports that an email of ours was not delivered go to this address. */
  takesReports(address: string): boolean
  /** Throws `SmtpRefusal` if this address takes no email, now or ever. */
  checkRecipient(envelope: SmtpEnvelope, announcedBytes: number): Promise<void>
  /** The email counts as received when this returns: from then on it must survive anything. */
  keep(envelope: SmtpEnvelope, content: AsyncIterable<Uint8Array>): Promise<void>
}

/** An answer of 4xx (try again later) or 5xx (never), with an enhanced status code (RFC 3463). */
export class SmtpRefusal extends Error {
  override name = 'SmtpRefusal'
  responseCode: number
  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

const MAX_CLIENTS = 50
const MAX_CLIENTS_PER_ADDRESS = 5
const IDLE_MS = 60_000
const CLOSE_MS = 2_000
/** Enough for the largest email on a slow line. */
const MAX_CONNECTION_MS = 20 * 60_000

/**
 * Takes emails for our own addresses only: there is nothing to sign in to and nothing is passed on. Every refusal is an answer to the
 * connected server, so we never have to send an error to a sender who may be forged.
 */
export async function startSmtpReceiver({ host, port, domain, maxBytes, tls, log, ...callbacks }: ReceiverOptions) {
  const clients = new Map<string, number>()
  const certificate = tls && { key: await readFile(tls.keyFile), cert: await readFile(tls.certFile) }
  const server = new SMTPServer({
    ...certificate,
    name: domain,
    banner: 'Property Files',
    size: maxBytes,
    authOptional: true,
    // Ours are more precise.
    hideENHANCEDSTATUSCODES: true,
    disabledCommands: certificate ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    // A lookup for each connection would be a request that strangers cause.
    disableReverseLookup: true,
    maxClients: MAX_CLIENTS,
    socketTimeout: IDLE_MS,
    closeTimeout: CLOSE_MS,
    logger: false,
    onConnect({ id, remoteAddress }, done) {
      const client = rateLimitKey(unmapIpv4(remoteAddress))
      const count = (clients.get(client) ?? 0) + 1
      clients.set(client, count)
      if (count > MAX_CLIENTS_PER_ADDRESS) return done(new SmtpRefusal(421, '4.7.0 Too many connections, try later'))
      setTimeout(() => disconnect(id), MAX_CONNECTION_MS).unref()
      done()
    },
    onClose({ remoteAddress }) {
      const client = rateLimitKey(unmapIpv4(remoteAddress))
      const count = (clients.get(client) ?? 1) - 1
      if (count > 0) clients.set(client, count)
      else clients.delete(client)
    },
    onRcptTo({ address }, session, done) {
      checkRecipient(address, session).then(() => done(), refuse(done))
    },
    onData(stream, session, done) {
      receive(stream, session).then(() => {
        meters.receivedEmails.inc({ outcome: 'kept' })
        done()
      }, refuse(done))
    },
  })
  // Connections that break off, and nonsense instead of a handshake.
  server.on('error', (err) => log.debug({ err }, 'email connection'))
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, host, () => {
      server.server.off('error', reject)
      resolve()
    })
  })

  return {
    port: (server.server.address() as AddressInfo).port,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }

  async function checkRecipient(address: string, session: SMTPServerSession) {
    // Each email belongs to one listing. The sending server sends it again for the next address.
    if (session.envelope.rcptTo.length > 0) throw new SmtpRefusal(452, '4.5.3 One recipient at a time')
    const { mailFrom } = session.envelope
    if (!mailFrom) throw new SmtpRefusal(503, '5.5.1 No sender')
    // Bounces. We send nothing in the name of the other addresses, so none can be ours.
    if (mailFrom.address === '' && !callbacks.takesReports(address))
      throw new SmtpRefusal(550, '5.7.1 This address sends no email')
    await callbacks.checkRecipient(readEnvelope(session, mailFrom, address), announcedBytes(mailFrom))
  }

  async function receive(stream: SMTPServerDataStream, session: SMTPServerSession) {
    const { mailFrom, rcptTo } = session.envelope
    const [recipient] = rcptTo
    if (!mailFrom || !recipient) throw new SmtpRefusal(503, '5.5.1 No recipient')
    try {
      await callbacks.keep(readEnvelope(session, mailFrom, recipient.address), limitBytes(stream))
    } catch (error) {
      await skipRest(stream, session.id)
      throw error
    }
  }

  async function* limitBytes(stream: SMTPServerDataStream): AsyncGenerator<Uint8Array> {
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      if (stream.byteLength > maxBytes) throw tooLarge()
      yield chunk
    }
  }

  /** A sender reads our answer after the last byte. One that goes on and on, despite the size that we announced, is disconnected. */
  async function skipRest(stream: SMTPServerDataStream, sessionId: string) {
    if (stream.destroyed) return
    for await (const _ of stream) if (stream.byteLength > 2 * maxBytes) disconnect(sessionId)
  }

  function disconnect(sessionId: string) {
    for (const connection of server.connections) if (connection.id === sessionId) connection.close()
  }

  function refuse(done: (error: Error) => void) {
    return (error: unknown) => {
      const isRefusal = error instanceof SmtpRefusal
      meters.receivedEmails.inc({ outcome: isRefusal ? 'refused' : 'failed' })
      if (!isRefusal) log.error({ err: error }, 'an email was not received')
      // The sending server keeps it and tries again.
      done(isRefusal ? error : new SmtpRefusal(451, '4.3.0 Something went wrong here, try later'))
    }
  }
}

const tooLarge = () => new SmtpRefusal(552, '5.3.4 This email is too large')

const readEnvelope = (session: SMTPServerSession, mailFrom: SMTPServerAddress, recipient: string): SmtpEnvelope => ({
  sender: mailFrom.address,
  recipient,
  clientIp: unmapIpv4(session.remoteAddress),
  helo: session.hostNameAppearsAs || '',
})

/** What the sender says with `SIZE=`, if anything. */
function announcedBytes({ args }: SMTPServerAddress) {
  const size = args && 'SIZE' in args ? Number(args.SIZE) : 0
  return Number.isSafeInteger(size) && size > 0 ? size : 0
}
