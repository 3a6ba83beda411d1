import { openDatabase } from '#db/client.server.ts'
import { rotateSigningKey } from '#features/disclosure/server/signingKeys.server.ts'
import { parseEnvOrExit } from '#platform/config/env.server.ts'
import { beginProcess, findDatabaseUrl } from '#startInstallation.server.ts'

/** The program of `npm run rotate-signing-key`: from now on another key signs certificates. */
const { env, log } = beginProcess(parseEnvOrExit())
const database = openDatabase(await findDatabaseUrl(env), { max: 1, name: 'rotate-signing-key' })
try {
  const { id } = await rotateSigningKey(database.db, env.APP_SECRET)
  log.info({ keyId: id }, 'another key signs certificates now')
} finally {
  await database.close()
}
