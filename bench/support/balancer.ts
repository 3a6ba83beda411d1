import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const LOOK = 200

/**
 * A load balancer in front of several processes: asks each whether it is ready, keeps connections to them, and turns to another
 * when one refuses to be connected to. A request that was sent is never sent again.
 */
export async function startBalancer(ports: number[]) {
  const ready = new Set<number>()
  const agent = new Agent({ keepAlive: true })
  let turn = 0

  const look = () =>
    Promise.all(
      ports.map(async (port) => {
        const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        )
        if (isReady) ready.add(port)
        else ready.delete(port)
      }),
    )
  await look()
  const timer = setInterval(() => void look(), LOOK)

  function pass(incoming: IncomingMessage, answer: ServerResponse, body: Buffer, tried: number[] = []) {
    const choices = ports.filter((port) => ready.has(port) && !tried.includes(port))
    const port = choices[turn++ % choices.length]
    if (port === undefined) return answer.writeHead(502).end()
    const { method, url, headers } = incoming
    const onward = request({ port, host: '127.0.0.1', method, path: url, headers, agent }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(answer)
    })
    onward.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') return pass(incoming, answer, body, [...tried, port])
      if (!answer.headersSent) answer.writeHead(502)
      answer.end(`${error.code} ${error.message}`)
    })
    onward.end(body)
  }

  const server = createServer(async (incoming, answer) => {
    pass(incoming, answer, Buffer.concat(await incoming.toArray()))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    isReady: (one: number) => ready.has(one),
    stop() {
      clearInterval(timer)
      server.close()
      server.closeAllConnections()
      agent.destroy()
    },
  }
}
