import { eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { now } from '#db/clock.server.ts'
import { user } from '#db/schema/accounts.ts'
import { repeatableRequest } from '#db/schema/apiKeys.ts'
import { keptKey, signingKey } from '#db/schema/record.ts'
import { authenticator, recoveryCode } from '#db/schema/signInMethods.ts'
import { webhookEndpoint } from '#db/schema/webhooks.ts'
import { NO_PASSWORD } from '#features/accounts/server/credentials/passwords/passwordHashing.server.ts'
import { endUserPendingSignIns } from '#features/accounts/server/secondFactor/pendingSignIns.server.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import { resealRecords } from '#features/record/server/resealRecords.server.ts'
import { createSecret } from '#features/webhooks/server/webhookSecrets.server.ts'
import type { Keyring } from '#platform/secrets/keyring.server.ts'
import { listUnreadable, type SealedColumn } from '#platform/secrets/reseal.server.ts'
import { createSeal } from '#platform/secrets/seal.server.ts'
import { sealedColumns } from './sealedColumns.server.ts'

/** What an operator types. */
export const GIVE_UP_CONFIRMATION = 'give up the lost secret'

interface Loss {
  /** What becomes of it, for the operator. */
  about: string
  giveUp: (tx: Db, keys: string[], keyring: Keyring) => Promise<unknown>
}

/** By the name of the column. */
const losses: Record<string, Loss> = {
  'Emails and other jobs': {
    about: 'are deleted and never sent',
    giveUp: (tx, keys) => tx.execute(sql`delete from pgboss.job where id::text = any(${sql.param(keys)})`),
  },
  'Secrets of webhooks': {
    about: 'are replaced, and their webhooks switched off: agencies copy the new secret and switch them on',
    async giveUp(tx, keys, keyring) {
      for (const id of keys) {
        const { sealed: secret } = createSecret({ env: { APP_SECRET: keyring } })
        await tx.update(webhookEndpoint).set({ secret, disabledAt: now }).where(eq(webhookEndpoint.id, id))
      }
    },
  },
  'Earlier secrets of webhooks': {
    about: 'end',
    giveUp: (tx, keys) =>
      tx
        .update(webhookEndpoint)
        .set({ previousSecret: null, previousSecretUntil: null })
        .where(inArray(webhookEndpoint.id, keys)),
  },
  'Responses of the API': {
    about: 'are forgotten: a program that repeats such a request has it done a second time',
    giveUp: (tx, keys) =>
      tx
        .delete(repeatableRequest)
        .where(sql`${repeatableRequest.apiKeyId} || ' ' || ${repeatableRequest.key} = any(${sql.param(keys)})`),
  },
  'Secrets of authenticator apps': {
    about:
      'are removed, with the passwords of their agents: these sign in with a passkey, or create a password with a reset link and set up two-step sign-in again',
    giveUp: giveUpAuthenticators,
  },
  'Keys of certificates': {
    about: 'sign no more: certificates from before stay valid, and another key signs new ones',
    giveUp: (tx, keys, keyring) =>
      tx
        .update(signingKey)
        .set({
          privateKey: createSeal(keyring, 'signing key').close(null),
          retiredAt: sql`coalesce(${signingKey.retiredAt}, now())`,
        })
        .where(inArray(signingKey.id, keys)),
  },
  'Keys for links from before': {
    about:
      'are deleted: older links end, and people in records and cards that have had a trial are not recognised again',
    giveUp: (tx, keys) =>
      tx.delete(keptKey).where(sql`${keptKey.purpose} || ' ' || ${keptKey.secretId} = any(${sql.param(keys)})`),
  },
}

/** The code of an app was what a stolen password could not do alone. Without it, the password must not be enough. */
async function giveUpAuthenticators(tx: Db, keys: string[]) {
  const removed = await tx.delete(authenticator).where(inArray(authenticator.id, keys)).returning()
  for (const userId of new Set(removed.map((one) => one.userId))) {
    if ((await tx.$count(authenticator, eq(authenticator.userId, userId))) > 0) continue
    await tx.delete(recoveryCode).where(eq(recoveryCode.userId, userId))
    await tx.update(user).set({ password: NO_PASSWORD }).where(eq(user.id, userId))
    await endUserPendingSignIns(tx, userId)
    await writeAudit(tx, { id: userId }, 'authenticator_removed', {})
    await writeAudit(tx, { id: userId }, 'password_removed', {})
  }
}

interface Lost {
  column: SealedColumn
  keys: string[]
}

/** What can be read with no secret in the keyring. */
export async function findLost(db: Db, keyring: Keyring) {
  const lost: Lost[] = []
  for (const column of sealedColumns) {
    const keys = await listUnreadable(db, keyring, column)
    if (keys.length > 0) lost.push({ column, keys })
  }
  return { lost, records: (await resealRecords(db, false)).unreadable }
}
type Found = Awaited<ReturnType<typeof findLost>>

export function describeLost({ lost, records }: Found) {
  const lines = lost.map(({ column: { name }, keys }) => `${name}: ${keys.length} ${lossOf(name).about}.`)
  if (records > 0)
    lines.push(
      `Records of listings: ${records} get a new seal. Nobody can tell any more whether their ends were changed before today.`,
    )
  return lines
}

/** All of it or nothing. */
export const giveUp = (db: Db, keyring: Keyring) =>
  db.transaction(async (tx) => {
    const { lost } = await findLost(tx, keyring)
    for (const { column, keys } of lost) await lossOf(column.name).giveUp(tx, keys, keyring)
    await resealRecords(tx, true, { isTrusted: true })
  })

function lossOf(name: string) {
  const loss = losses[name]
  if (!loss) throw new Error(`What becomes of lost values is not written down: ${name}`)
  return loss
}
