import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

type Answer = { at: 'MAIL' | 'RCPT' | 'DATA'; code: number; words: string }

export interface ScriptedSmtp {
  url: string
  /** Every message that reached us in full, whatever we answered. */
  received: { raw: string; mail: Email; accepted: boolean }[]
  /** The number of attempts to send, refused at any stage. */
  attempts: number
  /** What comes next, one per attempt; then everything is accepted. */
  script: Answer[]
  stop(): Promise<void>
}

/** A real SMTP server that refuses emails as a test configures it. */
export async function startScriptedSmtp(port = 0): Promise<ScriptedSmtp> {
  let answer: Answer | undefined
  const refusal = (stage: Answer['at']) =>
    answer?.at === stage ? Object.assign(new Error(answer.words), { responseCode: answer.code }) : null

  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 200,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onMailFrom(_address, _session, done) {
      smtp.attempts += 1
      answer = smtp.script.shift()
      done(refusal('MAIL'))
    },
    onRcptTo: (_address, _session, done) => done(refusal('RCPT')),
    async onData(stream, _session, done) {
      // A sender that is killed midway has sent nothing.
      const chunks = await stream.toArray().catch(() => undefined)
      if (!chunks) return
      const raw = Buffer.concat(chunks).toString('utf8')
      const error = refusal('DATA')
      smtp.received.push({ raw, mail: await PostalMime.parse(raw), accepted: !error })
      done(error)
    },
  })
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')

  const smtp: ScriptedSmtp = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received: [],
    attempts: 0,
    script: [],
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return smtp
}
