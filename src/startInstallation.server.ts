import { join, resolve } from 'node:path'
import { migrateDatabase } from '#db/migrate.server.ts'
import {
  type Env,
  InvalidEnvironmentError,
  orExit,
  type ProcessEnv,
  SAME_SECRET_TWICE,
} from '#platform/config/env.server.ts'
import { projectRoot } from '#platform/config/projectRoot.server.ts'
import { attachEmbeddedPostgres, startEmbeddedPostgres } from '#platform/embeddedServices/postgres.server.ts'
import { startSandboxIfNeeded } from '#platform/payments/startSandbox.server.ts'
import { Keyring } from '#platform/secrets/keyring.server.ts'
import { readOrCreateSecret } from '#platform/secrets/readOrCreateSecret.server.ts'
import { captureConsole, createLog, type Log } from '#platform/telemetry/log.server.ts'
import { demoExampleSlug } from '#seed/demoListings.ts'

export const MIGRATIONS_FOLDER = join(projectRoot, 'drizzle')

/** What every process begins with: its settings, with defaults from the data folder, and its log. */
export function beginProcess(parsed: Env, { isOneOfSeveral = false } = {}) {
  const dataDir = resolve(parsed.DATA_DIR)
  const { APP_SECRET: secret, APP_SECRET_PREVIOUS: previous, ...settings } = parsed
  const env: ProcessEnv & { APP_SECRET: Keyring } = {
    ...settings,
    DATA_DIR: dataDir,
    APP_SECRET: orExit(() => openKeyring(secret ?? readOrCreateSecret(dataDir), previous)),
    LIVE_EXAMPLE: parsed.LIVE_EXAMPLE ?? (parsed.deployed ? undefined : demoExampleSlug),
  }
  const log = createLog({
    level: env.LOG_LEVEL,
    pretty: env.NODE_ENV === 'development',
    isShared: isOneOfSeveral,
  })
  if (env.NODE_ENV === 'production') captureConsole(log)
  return { env, log }
}

/** Only now is the secret known that is kept in the data folder. */
function openKeyring(current: string, previous: string[] = []) {
  if (previous.includes(current)) throw new InvalidEnvironmentError(SAME_SECRET_TWICE)
  return new Keyring(current, previous)
}

/** Starts what exists once, however many processes use it: the database with its tables, and the payment sandbox. */
export async function startInstallation(env: ProcessEnv, log: Log) {
  const undo: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const databaseUrl = env.DATABASE_URL ?? (await startDatabase())
    await migrateDatabase(databaseUrl, MIGRATIONS_FOLDER, (message) => log.warn(message))
    undo.push(await startSandboxIfNeeded(env, log))
    return { databaseUrl, stop }
  } catch (error) {
    await stop()
    throw error
  }

  async function startDatabase() {
    const embedded = await startEmbeddedPostgres(env.DATA_DIR, (message, err) => log.error({ err }, message))
    undo.push(embedded.stop)
    return embedded.url
  }
}

/** For processes that use a running installation. */
export const findDatabaseUrl = async (env: ProcessEnv) => env.DATABASE_URL ?? attachEmbeddedPostgres(env.DATA_DIR)
