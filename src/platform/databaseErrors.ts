/** The line to the database, or its other end, is gone. */
const LOST = new Set([
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08006',
  '08001',
])

const TRY_AGAIN = new Set([
  '57014',
  '25P03',
  // Two who waited for each other, of whom one was sent away: the next try works.
  '40P01',
  '40001',
  // No room on its disk, or in its memory.
  '53100',
  '53200',
])

export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall, severity } = error as NodeJS.ErrnoException & { severity?: string }
  if (code === 'ENOENT') return syscall === 'connect'
  // PostgreSQL ends the connection with these, whatever the reason: not taking any, shutting down, too many.
  if (severity === 'FATAL') return true
  return (code !== undefined && LOST.has(code)) || isConnectionLost(error.cause)
}

/** Nothing is wrong with what was asked; it may work in a moment. */
export const isDatabaseDown = (error: unknown): boolean =>
  isConnectionLost(error) || (error instanceof Error && (TRY_AGAIN.has(codeOf(error)) || isDatabaseDown(error.cause)))

const codeOf = (error: Error) => ('code' in error ? String(error.code) : '')
