import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** `away` refuses, as a machine without the service does. */
export type LineState = 'good' | 'slow' | 'away'

type Target = { port: number } | { path: string }

const SLOW = 150

/** A line between the application and one of its services, which can be made bad and good again. */
export async function startFaultyLine(target: Target) {
  let state: LineState = 'good'
  const pairs = new Set<Socket[]>()

  const server = createServer((near) => {
    const far = connect({ ...target, ...('port' in target && { host: '127.0.0.1' }) })
    const pair = [near, far]
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      for (const socket of pair) socket.destroy()
    }
    for (const socket of pair) socket.on('error', end).on('close', end)
    carry(near, far)
    carry(far, near)
  })

  function carry(from: Socket, to: Socket) {
    from.on('data', async (chunk) => {
      if (state === 'slow') await delay(SLOW)
      if (!to.destroyed) to.write(chunk)
    })
  }

  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo

  return {
    port,
    /** Ends all connections: in order, or as when a machine loses its power. */
    cut(how: 'closed' | 'reset' = 'closed') {
      for (const [near] of pairs) how === 'reset' ? near?.resetAndDestroy() : near?.end()
    },
    async become(next: LineState) {
      if (next === 'away') server.close()
      else if (state === 'away') await listen(port)
      if (next === 'away') this.cut('reset')
      state = next
    },
    async stop() {
      for (const [near] of pairs) near?.destroy()
      server.close()
    },
  }
}
