import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'

/** One answer, with the bytes as they came. */
export function get(url: string, path: string, encoding: string) {
  return new Promise<{ body: Buffer; headers: IncomingHttpHeaders }>((resolve, reject) => {
    const agent = new Agent()
    request(
      new URL(path, url),
      { agent, headers: { accept: 'text/html', 'accept-encoding': encoding } },
      async (answer) => {
        const body = Buffer.concat(await answer.toArray())
        if (answer.statusCode === 200) resolve({ body, headers: answer.headers })
        else reject(new Error(`${path} was answered with ${answer.statusCode}.`))
      },
    )
      .on('error', reject)
      .end()
  })
}

interface Asking {
  path: string
  encoding: string
  /** The tag of bytes that the browser has already. */
  etag?: string
  connections: number
  seconds: number
}

/** Requests one page repeatedly on kept-alive connections, and returns the number of complete responses. Reads as little as possible. */
export async function countResponses(url: string, { path, encoding, etag, connections, seconds }: Asking) {
  const { port } = new URL(url)
  const headers = {
    ...{ Host: `localhost:${port}`, Accept: 'text/html', 'Accept-Encoding': encoding },
    ...(etag && { 'If-None-Match': etag }),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const question = Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  const until = performance.now() + seconds * 1000
  const counts = await Promise.all(Array.from({ length: connections }, () => askOn(Number(port), question, until)))
  return counts.reduce((sum, count) => sum + count, 0)
}

function askOn(port: number, question: Buffer, until: number) {
  return new Promise<number>((resolve, reject) => {
    let answers = 0
    let awaited = 0
    const socket = connect(port, '127.0.0.1', () => socket.write(question))
    socket.on('error', reject)
    socket.on('close', () => resolve(answers))
    socket.on('data', (chunk) => {
      if (awaited === 0) awaited = lengthOf(chunk)
      awaited -= chunk.length
      if (awaited > 0) return
      answers += 1
      if (performance.now() < until) socket.write(question)
      else socket.destroy()
    })
  })
}

/** How many bytes the answer that begins with this chunk has in all. */
function lengthOf(chunk: Buffer) {
  const end = chunk.indexOf('\r\n\r\n')
  const head = chunk.toString('latin1', 0, end)
  if (head.startsWith('HTTP/1.1 304')) return end + 4
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? []
  if (end < 0 || !length || !head.startsWith('HTTP/1.1 200')) throw new Error(`The server answered: ${head}`)
  return end + 4 + Number(length)
}
