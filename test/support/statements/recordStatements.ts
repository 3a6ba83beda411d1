import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { connectionOptions } from '../../../src/db/connectionUrl.server.ts'
import { socketOf } from '../servers/postgresServer.ts'

const LENGTH_BYTES = 4

/**
 * A line between the application and PostgreSQL that notes every statement which passes: `Query` of the simple protocol, `Parse` of the extended
 * one, and `Bind` of one that was prepared before.
 */
export async function recordStatements(databaseUrl: string) {
  const statements: string[] = []
  const sockets = new Set<Socket>()

  const server = createServer((near) => {
    const far = connect({ ...socketOf(databaseUrl) })
    const read = messageReader((text) => statements.push(text))
    for (const socket of [near, far]) {
      sockets.add(socket)
      const end = () => {
        near.destroy()
        far.destroy()
      }
      socket.on('error', end).on('close', end)
    }
    near.on('data', read)
    near.pipe(far)
    far.pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { user, database } = connectionOptions(databaseUrl)

  return {
    url: `postgres://${user}@127.0.0.1:${port}/${database}`,
    /** What has passed since this was last called. */
    take: () => statements.splice(0),
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Cuts what a client sends into messages. The first one, which opens the connection, has no type. */
function messageReader(onStatement: (text: string) => void) {
  const prepared = new Map<string, string>()
  let rest: Buffer = Buffer.alloc(0)
  let isOpen = false
  return (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const start = isOpen ? 1 : 0
      if (rest.length < start + LENGTH_BYTES) return
      const end = start + rest.readInt32BE(start)
      if (rest.length < end) return
      const type = isOpen ? String.fromCharCode(rest[0] ?? 0) : ''
      const texts = rest
        .subarray(start + LENGTH_BYTES, end)
        .toString('utf8')
        .split('\0')
      rest = rest.subarray(end)
      isOpen = true
      if (type === 'Q') onStatement(texts[0] ?? '')
      if (type === 'P') prepared.set(texts[0] ?? '', texts[1] ?? '')
      // The portal comes first, which has no name.
      if (type === 'B') onStatement(prepared.get(texts[1] ?? '') ?? '')
    }
  }
}
