import type { Plugin } from 'vite'

const FILE = /node_modules\/postgres\/src\/connection\.js$/
const POOL_FILE = /node_modules\/postgres\/src\/index\.js$/
const RESERVE = 'const query = { reserve: resolve, reject }'
const REOPEN = 'queries.length && connect(c, queries.shift())'
const BEFORE = `    if (stream)
      return queryError(q, Errors.generic('COPY_IN_PROGRESS'`
const WRITE = 'const x = socket.write(chunk, fn)'
const NEXT = `        && sent.length < max_pipeline
        && (!q.options.onexecute || q.options.onexecute(connection))`
const CLOSED = `    idleTimer.cancel()
    lifeTimer.cancel()
    connectTimer.cancel()

    socket.removeAllListeners()`

/** The driver with its faults mended, in what we ship. See docs/decisions/0015 and 0034. */
export function mendPostgres(): Plugin {
  return {
    name: 'mend-postgres',
    applyToEnvironment: ({ name }) => name === 'ssr',
    transform: (code, id) => mended(code, id),
  }
}

export function mended(code: string, id: string) {
  if (POOL_FILE.test(id)) return keepReserving(code)
  return FILE.test(id) ? mendConnection(code) : undefined
}

/**
 * The driver writes to a connection that a transaction has reserved even after its socket has closed, which ends the
 * process with a TypeError (postgres 3.4.9). With this the statement fails like any other on a lost connection. When it connects
 * again it still has what was to be written and how many rows had been read: it would wait for ever, or put the first row of the next
 * answer in the second place, so that a listing seems missing. With this it begins anew.
 *
 * On a busy connection the driver sends the next question before the first is answered. A pooler takes the end of the first for the end
 * of both and lends the connection to somebody else: the second waits for ever. With this a connection without prepared statements, which
 * is one to a pooler, is asked one thing at a time.
 */
function mendConnection(code: string) {
  if (![BEFORE, WRITE, NEXT, CLOSED].every((part) => code.includes(part))) throw changed()
  return code
    .replace(
      BEFORE,
      `    if (socket === null)\n      return queryError(q, Errors.connection('CONNECTION_CLOSED', options))\n\n${BEFORE}`,
    )
    .replace(WRITE, 'const x = socket !== null && socket.write(chunk, fn)')
    .replace(
      NEXT,
      `        && (!q.options.onexecute || q.options.onexecute(connection))
        && options.prepare
        && sent.length < max_pipeline`,
    )
    .replace(
      CLOSED,
      `    chunk = nextWriteTimer = results = errorResponse = final = null\n    rows = 0\n    result = new Result()\n${CLOSED}`,
    )
}

/**
 * Whoever asks for a connection of their own stands in the queue until there is one, even while one is being made for them. The driver
 * forgets that when a connection closes: it takes them out of the queue, makes a connection, and gives it to nobody. They wait for ever.
 * And whoever is refused still stands there: the next free connection is theirs, and nobody gives it back.
 */
function keepReserving(code: string) {
  if (![RESERVE, REOPEN].every((part) => code.includes(part))) throw changed()
  return code
    .replace(RESERVE, 'const query = { reserve: resolve, reject: (error) => (queries.remove(query), reject(error)) }')
    .replace(
      REOPEN,
      `if (queries.length) {
      const next = queries.shift()
      next.reserve && queries.push(next)
      connect(c, next)
    }`,
    )
}

const changed = () => new Error('The postgres driver has changed: is vite.postgres.ts still needed?')
