import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { connectionOptions } from '../../../../src/db/connectionUrl.server.ts'
import { socketOf } from '../postgresServer.ts'
import { int, isEncryptionAsked, message, readMessages, settingsIn, startup } from './postgresMessages.ts'

const OUTSIDE_TRANSACTION = 'I'.charCodeAt(0)
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
 * A pooler in transaction mode: many clients share `size` connections, and a client loses its connection when its transaction ends, so that the
 * next one runs on another. State that is left on a session is seen by another client, or missing. Like PgBouncer 1.18 it counts
 * questions by their end: the beginning of a further one is lost with the connection.
 */
export async function startPooler(databaseUrl: string, size = 3) {
  const options = connectionOptions(databaseUrl)
  const free: Connection[] = []
  const queue: Client[] = []
  const sockets = new Set<Socket>()
  let lent = 0
  let isHeld = false
  let isStopping = false
  for (let n = 0; n < size; n++) hire()

  function hire() {
    const socket = connect(socketOf(databaseUrl))
    const server: Connection = { socket }
    keep(socket, () => {
      const place = free.indexOf(server)
      if (place >= 0) free.splice(place, 1)
      server.client?.socket.destroy()
      if (!isStopping) hire()
    })
    socket.write(startup({ user: options.user ?? '', database: options.database ?? '' }))
    readMessages(socket, (type, whole) => {
      server.client?.socket.write(whole)
      if (type === 'Z') ready(server, whole.at(-1) === OUTSIDE_TRANSACTION)
    })
  }

  function ready(server: Connection, isOver: boolean) {
    const { client } = server
    if (client) {
      client.open--
      if (client.open > 0 || !isOver) return
      client.server = undefined
      server.client = undefined
    }
    free.push(server)
    serveQueue()
  }

  function serveQueue() {
    const next = free.length > 0 && !isHeld && queue.shift()
    if (!next) return
    lend(next)
    serveQueue()
  }

  function lend(client: Client) {
    // The connection that has been idle longest, never the one that was just returned.
    const server = isHeld ? undefined : free.shift()
    if (!server) return queue.push(client)
    lent++
    client.server = server
    server.client = client
    for (const part of client.waiting.splice(0)) server.socket.write(part)
  }

  function send(client: Client, type: string, whole: Buffer) {
    if (type === 'X') return client.socket.end()
    if (type === 'S' || type === 'Q') client.open++
    if (client.server) return client.server.socket.write(whole)
    client.waiting.push(whole)
    if (!queue.includes(client)) lend(client)
  }

  /** A client that leaves in the middle of a transaction spoils the connection for others. */
  function leave(client: Client) {
    if (queue.includes(client)) queue.splice(queue.indexOf(client), 1)
    client.server?.socket.destroy()
  }

  function keep(socket: Socket, onClose: () => void) {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      onClose()
    })
  }

  const listener = createServer({ noDelay: true }, (socket) => {
    const client: Client = { socket, waiting: [], open: 0 }
    keep(socket, () => leave(client))
    readMessages(
      socket,
      (type, whole) => send(client, type, whole),
      (first) => greet(socket, first),
    )
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')

  const { port } = listener.address() as AddressInfo
  return {
    url: `postgres://${options.user}@127.0.0.1:${port}/${options.database}`,
    /** How often a connection was lent out. */
    lent: () => lent,
    /** How many wait until a connection is lent to them. */
    waiting: () => queue.length,
    /** Nothing is lent while something is done, as when everything is taken. */
    async whileHeld(action: () => Promise<unknown>) {
      isHeld = true
      try {
        await action()
      } finally {
        isHeld = false
        serveQueue()
      }
    },
    stop() {
      isStopping = true
      listener.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

function greet(socket: Socket, first: Buffer) {
  if (isEncryptionAsked(first)) return socket.write('N')
  const unknown = settingsIn(first).find((name) => !KNOWN.includes(name))
  if (!unknown) return socket.write(GREETING)
  return socket.end(message('E', Buffer.from(`SFATAL\0C08P01\0Munsupported startup parameter: ${unknown}\0\0`)))
}
