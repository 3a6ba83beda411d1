import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const CHECK_INTERVAL_MS = 200

/**
 * A load balancer: asks each process whether it is ready, keeps connections open, and tries another
 * when one refuses the connection. A request that was sent is never sent again.
 */
export async function startBalancer(ports: number[]) {
  const ready = new Set<number>()
  const agent = new Agent({ keepAlive: true })
  let turn = 0

  const checkReadiness = () =>
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
  await checkReadiness()
  const timer = setInterval(() => void checkReadiness(), CHECK_INTERVAL_MS)

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
