import { Agent, request } from 'node:http'

const lines = new Agent({ keepAlive: true, maxSockets: 16 })

export interface Sending {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

/** Sends exactly this, over a line that stays open. */
export function send(url: string, sending: Sending): Promise<{ status: number; text: string }> {
  const { method, path, headers, body } = sending
  const { hostname, port } = new URL(url)
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return new Promise((resolve, reject) => {
    const outgoing = request({ agent: lines, hostname, port, method, path, headers: { ...headers, ...length } })
    outgoing.once('error', (error: NodeJS.ErrnoException) => {
      // The server closed an idle connection at the moment when it was reused.
      if (outgoing.reusedSocket && error.code === 'ECONNRESET') resolve(send(url, sending))
      else reject(error)
    })
    outgoing.once('response', async (response) => {
      const chunks = await response.toArray().catch(reject)
      if (chunks) resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') })
    })
    outgoing.end(body)
  })
}
