/** A start that cannot succeed says why in a sentence and leaves nothing running. */
export async function startOrExit<T>(start: () => Promise<T>, undo?: () => Promise<void>): Promise<T> {
  try {
    return await start()
  } catch (error) {
    await undo?.()
    process.stderr.write(`Property Files cannot start: ${startFailureReason(error)}\n`)
    process.exit(1)
  }
}

function startFailureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, port } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE') return `port ${port} is in use. Set another one, for example: PORT=3001`
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'CONNECT_TIMEOUT')
    return 'The database at DATABASE_URL doesn’t respond.'
  return error.cause instanceof Error ? startFailureReason(error.cause) : error.message
}
