import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

const SERVE = 'serve'

/** The baseline: a Node process that sends the same response to every request. */
export async function startBareNode(body: Buffer, headers: IncomingHttpHeaders, status = 200) {
  const child = fork(import.meta.filename, [SERVE], { serialization: 'advanced' })
  child.send({ body, headers: fixed(headers), status })
  const [port] = await once(child, 'message')
  return { url: `http://localhost:${port}`, pid: child.pid, stop: () => child.kill() }
}

/** Node writes these itself. */
const fixed = ({ date: _, connection: __, 'keep-alive': ___, ...headers }: IncomingHttpHeaders) => headers

interface Answer {
  body: Uint8Array
  headers: Record<string, string>
  status: number
}

// A benchmark may be a child process itself.
if (process.argv.includes(SERVE))
  process.once('message', ({ body, headers, status }: Answer) => {
    const server = createServer((_request, response) => response.writeHead(status, headers).end(body))
    server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
  })
