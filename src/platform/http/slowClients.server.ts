import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { meters } from '../telemetry/metrics.server.ts'

/** Silence is counted in checks and not in time: a process that was too busy to look has not seen anybody stall. */
const CHECKS_PER_TIMEOUT = 5
/** What may still arrive of a body that is not wanted, so that an ordinary connection can be used again. */
const MAX_LEFTOVER_BYTES = 256 * 1024
/** How long the sender of an unwanted body has to see the answer before the connection ends. */
const CLOSE_DELAY_MS = 2_000

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  /** Where the connection stood at the last check, and how many checks ago that was. */
  position: number
  silentChecks: number
}

/**
 * Ends connections on which nothing has moved for the given time although it is the client's turn: a reader who does not take
 * what was written, or a sender whose body does not come. Both would otherwise hold memory and files for as long as they like.
 */
export function cutOffStalledConnections(server: Server, timeoutMs: number) {
  const exchanges = new Set<Exchange>()
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const exchange = { request, response, position: -1, silentChecks: 0 }
    exchanges.add(exchange)
    response.once('close', () => exchanges.delete(exchange))
  })
  const timer = setInterval(() => {
    for (const exchange of exchanges) if (hasStalled(exchange)) cutOff(exchange.request.socket)
  }, timeoutMs / CHECKS_PER_TIMEOUT).unref()
  server.once('close', () => clearInterval(timer))
}

/** A reset, because an ordinary end would leave everything unsent in the kernel's memory. */
function cutOff(socket: Socket) {
  meters.stalledConnections.inc()
  socket.resetAndDestroy()
}

function hasStalled(exchange: Exchange) {
  const position = clientPosition(exchange)
  const isSilent = position !== undefined && position === exchange.position
  exchange.silentChecks = isSilent ? exchange.silentChecks + 1 : 0
  exchange.position = position ?? -1
  return exchange.silentChecks >= CHECKS_PER_TIMEOUT
}

/** A number that changes whenever the client takes or sends a byte; nothing while the client waits for us. */
function clientPosition({ request, response }: Exchange) {
  const { socket } = request
  if (socket.writableLength > 0) return socket.bytesWritten - socket.writableLength - queuedBytes(socket)
  const awaitsBody = !request.complete && !response.headersSent && request.readableLength === 0
  return awaitsBody ? socket.bytesRead : undefined
}

/** What Node has handed over and the kernel has not taken yet. Node's own idle timer looks at the same number. */
function queuedBytes(socket: Socket) {
  const handle: unknown = '_handle' in socket ? socket._handle : undefined
  const isKnown = typeof handle === 'object' && handle !== null && 'writeQueueSize' in handle
  return isKnown ? Number(handle.writeQueueSize) : 0
}

/**
 * Stops taking a body once its request was answered. Node would read on to the end of it, however long it is. The connection stays
 * open for a moment without being read, because closing it under a sender who is still writing could cost them the answer.
 */
export function dropUnwantedBodies(server: Server) {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    // Before Node's own listener, which discards unread bodies unless somebody has begun to read them.
    response.prependOnceListener('finish', () => {
      if (request.complete || request.destroyed) return
      let leftoverBytes = 0
      request.on('data', (chunk: Buffer) => {
        leftoverBytes += chunk.length
        if (leftoverBytes > MAX_LEFTOVER_BYTES) stopReading(request)
      })
      request.read(0)
      request.resume()
    })
  })
}

function stopReading(request: IncomingMessage) {
  if (request.isPaused()) return
  request.pause()
  const timer = setTimeout(() => request.socket.destroy(), CLOSE_DELAY_MS)
  request.once('close', () => clearTimeout(timer))
}

const allowedSlow = new WeakSet<object>()

/** Lets a request take as long as the server allows at all, because whoever sends it has proved to be welcome. */
export const allowSlowBody = (request: object) => allowedSlow.add(request)

/** A body that dribbles in holds a connection: everybody else has this long to send all of theirs. */
export function cutOffSlowBodies(server: Server, milliseconds: number) {
  server.prependListener('request', (request: IncomingMessage) => {
    const cutOff = () => {
      if (!request.complete && !allowedSlow.has(request)) request.destroy()
    }
    const timer = setTimeout(cutOff, milliseconds).unref()
    request.once('close', () => clearTimeout(timer))
  })
}
