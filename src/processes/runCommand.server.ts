import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { BackupError } from '#platform/backup/backupKey.server.ts'
import type { ProcessEnv } from '#platform/config/env.server.ts'
import {
  attachEmbeddedPostgres,
  DatabaseInUseError,
  startEmbeddedPostgres,
} from '#platform/embeddedServices/postgres.server.ts'

export const printLine = (text: string) => process.stdout.write(`${text}\n`)

/** Runs a command. What an operator can do something about is one sentence. */
export async function runCommand(failure: string, command: () => Promise<void>) {
  try {
    await command()
  } catch (error) {
    const isExpected = error instanceof BackupError || error instanceof DatabaseInUseError
    const reason = isExpected ? error.message : error instanceof Error ? error.stack : String(error)
    process.stderr.write(`${failure}: ${reason}\n`)
    process.exit(1)
  }
  process.exit(0)
}

/** With the database of the running application, or else one that is started for the command. */
export async function withDatabase<Result>(
  env: ProcessEnv,
  work: (databaseUrl: string) => Promise<Result>,
  { mustBeIdle = false } = {},
) {
  if (env.DATABASE_URL) return work(env.DATABASE_URL)
  if (!mustBeIdle && existsSync(join(env.DATA_DIR, 'postgres'))) {
    const running = await attachEmbeddedPostgres(env.DATA_DIR).catch(() => undefined)
    if (running) return work(running)
  }
  const embedded = await startEmbeddedPostgres(env.DATA_DIR, (what) => printLine(what))
  try {
    return await work(embedded.url)
  } finally {
    await embedded.stop()
  }
}
