import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * `away` refuses, as a machine without the service does. `silent` accepts data and drops it, as when a firewall has
 * forgotten a connection: a connection that has lost data stays broken. `mute` drops responses only.
 */
export type ConnectionState = 'good' | 'slow' | 'silent' | 'mute' | 'away'

type Target = { port: number } | { path: string }

const SLOW = 150

/** A line between the application and one of its services, which can be made bad and good again. */
export async function startFaultyConnection(target: Target) {
  let state: ConnectionState = 'good'
  let bytesLost = 0
  const pairs = new Set<Socket[]>()

  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ ...target, ...('port' in target && { host: '127.0.0.1' }), allowHalfOpen: true })
    const pair = [near, far]
    pairs.add(pair)
    const loss = { isDead: false }
    const end = () => {
      pairs.delete(pair)
      for (const socket of pair) socket.destroy()
    }
    near.on('error', end).on('close', end)
    const endUnlessSilent = () => state === 'silent' || loss.isDead || end()
    far.on('error', endUnlessSilent).on('close', endUnlessSilent)
    carry(near, far, loss, ['silent'])
    carry(far, near, loss, ['silent', 'mute'])
  })

  function carry(from: Socket, to: Socket, loss: { isDead: boolean }, losing: ConnectionState[]) {
    /** One after the other: what came while the line was slow is not overtaken by what comes after. */
    let before = Promise.resolve()
    const pass = (bytes: number, action: () => unknown) => {
      const due = state === 'slow' ? delay(SLOW) : undefined
      before = before.then(async () => {
        await due
        if (losing.includes(state)) loss.isDead = true
        if (loss.isDead) bytesLost += bytes
        else if (!to.destroyed) action()
      })
    }
    from.on('data', (chunk) => pass(chunk.length, () => to.write(chunk)))
    from.on('end', () => pass(0, () => to.end()))
  }

  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo

  return {
    port,
    /** What was swallowed so far. */
    bytesLost: () => bytesLost,
    /** Ends all connections: in order, or as when a machine loses its power. */
    cut(how: 'closed' | 'reset' = 'closed') {
      for (const [near] of pairs) how === 'reset' ? near?.resetAndDestroy() : near?.end()
    },
    async become(next: ConnectionState) {
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
