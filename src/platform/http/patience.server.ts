import type { IncomingMessage, Server } from 'node:http'

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
