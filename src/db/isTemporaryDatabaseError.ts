/** The connection to the database, or the server, is gone, or is not the primary any more. */
const LOST = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  // Only reads: a standby, or a primary that became one.
  '25006',
  '57P01',
  '57P02',
  '57P03',
  '53300',
])

/** PostgreSQL's codes for connections that fail, and for a commit of which nobody knows whether it was one (08007). */
const CONNECTION_CLASS = '08'

/** The driver gives these errors no code. */
const LOST_MESSAGE =
  /^(?:Connection terminated|Client (?:was closed|has encountered a connection error)|Cannot use a pool after|timeout exceeded when trying to connect|timeout expired)/

const TRY_AGAIN = new Set([
  '57014',
  '25P03',
  // A deadlock: the next attempt works.
  '40P01',
  '40001',
  // Disk full, or out of memory.
  '53100',
  '53200',
])

export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall, severity } = error as NodeJS.ErrnoException & { severity?: string }
  if (code === 'ENOENT') return syscall === 'connect'
  // PostgreSQL closes the connection after a fatal error: it is starting, stopping, or has too many connections.
  if (severity === 'FATAL') return true
  if (code === undefined && LOST_MESSAGE.test(error.message)) return true
  if (code?.length === 5 && code.startsWith(CONNECTION_CLASS)) return true
  return (code !== undefined && LOST.has(code)) || isConnectionLost(error.cause)
}

/** The statement itself is fine and may work in a moment. */
export const isTemporaryDatabaseError = (error: unknown): boolean =>
  isConnectionLost(error) ||
  (error instanceof Error && (TRY_AGAIN.has(codeOf(error)) || isTemporaryDatabaseError(error.cause)))

const codeOf = (error: Error) => ('code' in error ? String(error.code) : '')
