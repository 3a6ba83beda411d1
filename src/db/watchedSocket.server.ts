import { connect } from 'node:net'

const BEAT = 1_000
/** PostgreSQL speaks within 15 s: it ends statements and idle transactions after that, and idle connections we end ourselves. */
const PATIENCE = 18

interface Address {
  host: string[]
  port: number[]
  path: string | false
}

/**
 * The driver waits as long as an answer takes. On a line that swallows everything and tells nobody, that would be for ever: such a
 * connection is given up. One that only listens is made anew when it has heard nothing. Counted in beats and not in time: when it is
 * we who were stopped, nothing is wrong with it.
 */
export function connectWatched({ host: [host], port: [port = 0], path }: Address) {
  const socket = connect(path ? { path } : { host, port })
  let heard = 0
  let missed = 0
  const watch = setInterval(() => {
    missed = socket.bytesRead === heard ? missed + 1 : 0
    heard = socket.bytesRead
    if (missed > PATIENCE) socket.destroy()
    // The driver takes all listeners off a socket that it encrypts, so nobody would tell us.
    if (socket.destroyed) clearInterval(watch)
  }, BEAT)
  // The name for which the driver asks when it encrypts.
  return Object.assign(socket, { host })
}
