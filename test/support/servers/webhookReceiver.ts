import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

export interface ReceivedMessage {
  id: string
  headers: Record<string, string>
  text: string
  body: { type: string; timestamp: string; data: Record<string, unknown> }
}

type Respond = (response: ServerResponse, message: ReceivedMessage) => void

const accept: Respond = (response) => response.writeHead(204).end()

/** An agency's system that receives webhooks. It accepts them unless a test says otherwise. */
export async function startWebhookReceiver() {
  const received: ReceivedMessage[] = []
  let respond = accept
  let open = 0
  let mostAtOnce = 0
  const server = createServer(async (request, response) => {
    open += 1
    mostAtOnce = Math.max(mostAtOnce, open)
    response.on('close', () => {
      open -= 1
    })
    const text = Buffer.concat(await request.toArray()).toString('utf8')
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const message = { id: headers['webhook-id'] ?? '', headers, text, body: JSON.parse(text) }
    received.push(message)
    respond(response, message)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    url: `${origin}/hook`,
    received,
    mostAtOnce: () => mostAtOnce,
    respondWith(next: number | Respond) {
      respond = typeof next === 'number' ? (response) => response.writeHead(next).end(`status ${next}`) : next
    },
    acceptAll() {
      respond = accept
    },
    async stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Throws unless the message was signed with the secret, as the public package decides. */
export const verifyMessage = (secret: string, { text, headers }: ReceivedMessage) =>
  new Webhook(secret).verify(text, headers)
