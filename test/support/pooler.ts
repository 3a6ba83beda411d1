import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { connectionOptions } from '#db/connection.server.ts'

const SSL_REQUEST = 80_877_103
const GREETING = Buffer.concat([message('R', int(0)), message('Z', Buffer.from('I'))])
/** What a pooler takes from those who connect, as PgBouncer does; every other setting is refused. */
const KNOWN = ['user', 'database', 'application_name', 'client_encoding']

interface Connection {
  socket: Socket
  /** Who uses it until their transaction ends. */
  client?: Client
}

interface Client {
  socket: Socket
  server?: Connection
  /** What was sent while no connection was free. */
  waiting: Buffer[]
  /** Questions that have not been answered to the end. */
  open: number
}

/**
 * A pooler in transaction mode: many clients share `size` connections, and whose transaction has ended loses theirs, so that the
 * next one runs on another. Whatever is left behind on a session is found by somebody else, or missed.
 */
export async function startPooler(databaseUrl: string, size = 3) {
  const options = connectionOptions(databaseUrl)
  const free: Connection[] = []
  const queue: Client[] = []
  const sockets = new Set<Socket>()
  let lent = 0

  for (let n = 0; n < size; n++) {
    const socket = connect(`${options.host}/.s.PGSQL.${options.port}`)
    sockets.add(socket)
    const server: Connection = { socket }
    await introduce(socket, { user: options.username ?? '', database: options.database ?? '' })
    readMessages(socket, (type, whole) => {
      server.client?.socket.write(whole)
      if (type === 'Z') answered(server, whole.at(-1) === 'I'.charCodeAt(0))
    })
    free.push(server)
  }

  function answered(server: Connection, isOver: boolean) {
    const { client } = server
    if (!client) return
    client.open--
    if (client.open > 0 || !isOver) return
    client.server = undefined
    server.client = undefined
    free.push(server)
    const next = queue.shift()
    if (next) lend(next)
  }

  function lend(client: Client) {
    // The one that has rested longest, never the one that was just given back.
    const server = free.shift()
    if (!server) return queue.push(client)
    lent++
    client.server = server
    server.client = client
    for (const part of client.waiting.splice(0)) server.socket.write(part)
  }

  const listener = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    const client: Client = { socket, waiting: [], open: 0 }
    socket.on('error', () => {})
    readMessages(
      socket,
      (type, whole) => {
        if (type === 'X') return socket.end()
        if (type === 'S' || type === 'Q') client.open++
        if (client.server) return client.server.socket.write(whole)
        client.waiting.push(whole)
        if (client.waiting.length === 1) lend(client)
      },
      greet,
    )
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')

  const url = new URL(databaseUrl)
  const { port } = listener.address() as AddressInfo
  return {
    url: `postgres://${options.username}@127.0.0.1:${port}${url.pathname}`,
    /** How often a connection was lent out. */
    lent: () => lent,
    stop() {
      for (const socket of sockets) socket.destroy()
      listener.close()
    },
  }
}

function greet(socket: Socket, startup: Buffer) {
  if (startup.readInt32BE(4) === SSL_REQUEST) return socket.write('N')
  const words = startup.subarray(8).toString('utf8').split('\0')
  const unknown = words.find((word, index) => index % 2 === 0 && word && !KNOWN.includes(word))
  if (!unknown) return socket.write(GREETING)
  return socket.end(message('E', Buffer.from(`SFATAL\0C08P01\0Munsupported startup parameter: ${unknown}\0\0`)))
}

async function introduce(socket: Socket, who: Record<string, string>) {
  const words = Object.entries(who).flat().join('\0')
  const body = Buffer.concat([int(3 << 16), Buffer.from(`${words}\0\0`)])
  socket.write(Buffer.concat([int(body.length + 4), body]))
  for (;;) {
    const [chunk] = (await once(socket, 'data')) as [Buffer]
    // Ready for the first question: the last message of a welcome.
    if (chunk.subarray(-6).equals(message('Z', Buffer.from('I')))) return
  }
}

/** Cuts a stream into the protocol's messages; those of a client begin with one that has no type. */
function readMessages(
  socket: Socket,
  onMessage: (type: string, whole: Buffer) => unknown,
  onStartup?: (socket: Socket, startup: Buffer) => unknown,
) {
  let rest = Buffer.alloc(0)
  let isStarting = onStartup !== undefined
  socket.on('data', (chunk) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const head = isStarting ? 0 : 1
      if (rest.length < head + 4) return
      const length = head + rest.readInt32BE(head)
      if (rest.length < length) return
      const whole = rest.subarray(0, length)
      rest = rest.subarray(length)
      if (!isStarting) onMessage(String.fromCharCode(whole[0] ?? 0), whole)
      else {
        isStarting = whole.readInt32BE(4) === SSL_REQUEST
        onStartup?.(socket, whole)
      }
    }
  })
}

function message(type: string, body: Buffer) {
  return Buffer.concat([Buffer.from(type), int(body.length + 4), body])
}

function int(value: number) {
  const buffer = Buffer.alloc(4)
  buffer.writeInt32BE(value)
  return buffer
}
