import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { meters } from '../telemetry/metrics.server.ts'

/** Stalling is counted in checks and not in time, so that a busy process does not cut off clients it had no time for. */
const CHECKS_PER_TIMEOUT = 5
/** A rejected body up to this size is read to its end, so that the connection can be reused. */
const MAX_LEFTOVER_BYTES = 256 * 1024
/** How long the sender of a larger one has to read the response before the connection ends: long enough for a bad connection. */
const CLOSE_DELAY_MS = 5_000

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  /** The position at the last change, and how many checks ago that was. */
  position: number
  silentChecks: number
}

/**
 * Ends connections on which nothing has moved for the given time although it is the client's turn: a reader who does not read
 * the response, or a sender who does not send the body. Both would otherwise hold memory and open files without limit.
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

/** A reset, because a normal close would keep unsent data in the kernel's memory. */
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

/** A number that changes whenever the client reads or sends a byte; nothing while the client waits for us. */
function clientPosition({ request, response }: Exchange) {
  const { socket } = request
  if (socket.writableLength > 0) return socket.bytesWritten - socket.writableLength - queuedBytes(socket)
  const awaitsBody = !request.complete && !response.headersSent && request.readableLength === 0
  return awaitsBody ? socket.bytesRead : undefined
}

/** Bytes that Node has written and the kernel has not accepted yet. Node's own idle timer uses the same number. */
function queuedBytes(socket: Socket) {
  const handle: unknown = '_handle' in socket ? socket._handle : undefined
  const isKnown = typeof handle === 'object' && handle !== null && 'writeQueueSize' in handle
  return isKnown ? Number(handle.writeQueueSize) : 0
}

/**
 * Stops reading a body once the response is sent. Node would read it to its end, however long it is. The connection stays
 * open for a moment, because closing it while the sender is writing could lose the response.
 */
export function dropUnwantedBodies(server: Server) {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    // Before Node's own listener, which would read and discard the rest of the body.
    response.prependOnceListener('finish', () => {
      if (request.complete || request.destroyed) return
      closeInTwoSteps(request.socket)
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

/** After a response with `Connection: close` Node destroys the connection, which resets it if something is still arriving. Only our side ends. */
function closeInTwoSteps(socket: Socket) {
  socket.destroySoon = () => {
    socket.end()
    destroyLater(socket)
  }
}

function stopReading(request: IncomingMessage) {
  if (request.isPaused()) return
  request.pause()
  destroyLater(request.socket)
}

function destroyLater(socket: Socket) {
  const timer = setTimeout(() => socket.destroy(), CLOSE_DELAY_MS)
  socket.once('close', () => clearTimeout(timer))
}

const allowedSlow = new WeakSet<object>()

/** Exempts a request from the body timeout, because its signed URL proves that it is expected. */
export const allowSlowBody = (request: object) => allowedSlow.add(request)

/** Ends requests whose body takes longer than this: a body that trickles in would hold a connection. */
export function cutOffSlowBodies(server: Server, milliseconds: number) {
  server.prependListener('request', (request: IncomingMessage) => {
    const cutOff = () => {
      if (!request.complete && !allowedSlow.has(request)) request.destroy()
    }
    const timer = setTimeout(cutOff, milliseconds).unref()
    request.once('close', () => clearTimeout(timer))
  })
}
