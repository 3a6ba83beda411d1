import type { Plugin } from 'vite'

const FILE = /node_modules\/postgres\/src\/connection\.js$/
const POOL_FILE = /node_modules\/postgres\/src\/index\.js$/
const RESERVE = 'const query = { reserve: resolve, reject }'
const BEFORE = `    if (stream)
      return queryError(q, Errors.generic('COPY_IN_PROGRESS'`
const WRITE = 'const x = socket.write(chunk, fn)'
const CLOSED = `    idleTimer.cancel()
    lifeTimer.cancel()
    connectTimer.cancel()

    socket.removeAllListeners()`

/**
 * The driver writes to a connection that a transaction has reserved even after its socket has closed, which ends the
 * process with a TypeError (postgres 3.4.9). With this the statement fails like any other on a lost connection. When it connects
 * again it still has what was to be written and how many rows had been read: it would wait for ever, or put the first row of the next
 * answer in the second place, so that a listing seems missing. With this it begins anew. See docs/decisions/0015.
 */
export function failOnClosedSocket(): Plugin {
  return {
    name: 'postgres-fail-on-closed-socket',
    applyToEnvironment: ({ name }) => name === 'ssr',
    transform(code, id) {
      if (POOL_FILE.test(id)) return forgetRefused(code)
      if (!FILE.test(id)) return undefined
      if (![BEFORE, WRITE, CLOSED].every((part) => code.includes(part))) throw changed()
      return code
        .replace(
          BEFORE,
          `    if (socket === null)\n      return queryError(q, Errors.connection('CONNECTION_CLOSED', options))\n\n${BEFORE}`,
        )
        .replace(WRITE, 'const x = socket !== null && socket.write(chunk, fn)')
        .replace(
          CLOSED,
          `    chunk = nextWriteTimer = results = errorResponse = final = null\n    rows = 0\n    result = new Result()\n${CLOSED}`,
        )
    },
  }
}

/** Whoever asked for a connection of their own and was refused still stood in the queue: the next free connection was theirs, for ever. */
function forgetRefused(code: string) {
  if (!code.includes(RESERVE)) throw changed()
  return code.replace(
    RESERVE,
    'const query = { reserve: resolve, reject: (error) => (queries.remove(query), reject(error)) }',
  )
}

const changed = () => new Error('The postgres driver has changed: is vite.postgres.ts still needed?')
