import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { openDatabase } from '#db/client.server.ts'
import { provideRecordKeys } from '#features/record/server/recordChain.server.ts'
import { resealRecords } from '#features/record/server/resealRecords.server.ts'
import { parseEnvOrExit } from '#platform/config/env.server.ts'
import { endOldLinks, keepLastingKeys, openKeptKeys } from '#platform/secrets/keptKeys.server.ts'
import { resealColumn, type SealCount } from '#platform/secrets/reseal.server.ts'
import { beginProcess, findDatabaseUrl } from '#startInstallation.server.ts'
import { describeLost, findLost, GIVE_UP_CONFIRMATION, giveUp } from './giveUpLostSecret.server.ts'
import { sealedColumns } from './sealedColumns.server.ts'

const USAGE = `npm run reseal                      seals what is sealed with an earlier secret again, with APP_SECRET
npm run reseal -- --check           only says what there is
npm run reseal -- --end-old-links   and ends links, cookies and subscriptions from before the change, if the old secret has leaked
npm run reseal -- --give-up-lost-secret   deletes what only a secret that nobody has any more could open; says first what that is, and asks`

/** The program of `npm run reseal`. Ends with 0 when nothing needs APP_SECRET_PREVIOUS any more. */
const { check: isCheck, 'end-old-links': endsLinks, 'give-up-lost-secret': givesUp } = readOptions()
const { env } = beginProcess(parseEnvOrExit())
const keyring = env.APP_SECRET
const database = openDatabase(await findDatabaseUrl(env), { max: 1, name: 'reseal' })
try {
  process.exitCode = givesUp ? await giveUpLost() : await run()
} finally {
  await database.close()
}

async function run() {
  const { db } = database
  await openKeptKeys(db, keyring)
  provideRecordKeys(keyring)
  const found = await pass(!isCheck)
  const kept = isCheck || endsLinks ? 0 : await keepLastingKeys(db, keyring)
  const ended = !isCheck && endsLinks ? await endOldLinks(db) : 0
  for (const { name, old, unreadable } of found) say(`${name}: ${describe(old, unreadable)}`)
  if (kept > 0) say(`Links, cookies and subscriptions from before stay valid: ${kept} keys were kept for them.`)
  if (endsLinks && !isCheck)
    say(`Links, cookies and subscriptions from before end with the next start: ${ended} keys were deleted.`)
  // Again: a process that has the old secret as APP_SECRET may have sealed something meanwhile.
  const left = isCheck ? found : await pass(false)
  return conclude(left)
}

/** For when a secret is gone for good. The processes are stopped: one that has it would go on sealing with it. */
async function giveUpLost() {
  const { db } = database
  await openKeptKeys(db, keyring)
  provideRecordKeys(keyring)
  const lines = describeLost(await findLost(db, keyring))
  if (lines.length === 0) {
    say('Nothing is sealed with a secret that is missing, so there is nothing to give up.')
    return 0
  }
  say('No secret in APP_SECRET or APP_SECRET_PREVIOUS opens this. If you give it up:')
  for (const line of lines) say(`- ${line}`)
  say('- All links, cookies and subscriptions that were made with the lost secret end. Agents stay signed in.')
  say('It can’t be undone. If the secret may still be found, in a backup or on another machine, look there first.')
  say(`Stop every process, then type “${GIVE_UP_CONFIRMATION}”:`)
  if ((await readAnswer()) !== GIVE_UP_CONFIRMATION) {
    say('Nothing has changed.')
    return 1
  }
  await giveUp(db, keyring)
  await openKeptKeys(db, keyring)
  say('Given up. Start the application, and run npm run reseal to see that nothing is left.')
  return 0
}

async function readAnswer() {
  const lines = createInterface({ input: process.stdin })
  try {
    for await (const line of lines) return line.trim()
    return ''
  } finally {
    lines.close()
  }
}

async function pass(isReseal: boolean) {
  const counts: SealCount[] = []
  for (const column of sealedColumns) counts.push(await resealColumn(database.db, keyring, column, isReseal))
  counts.push(await resealRecords(database.db, isReseal))
  return counts
}

function describe(old: number, unreadable: number) {
  if (old === 0) return 'nothing sealed with an earlier secret'
  const readable = `${old - unreadable} ${isCheck ? 'sealed with an earlier secret' : 'sealed again'}`
  return unreadable > 0 ? `${readable}, ${unreadable} cannot be read` : readable
}

function conclude(left: SealCount[]) {
  const old = left.reduce((sum, count) => sum + count.old, 0)
  const unreadable = left.reduce((sum, count) => sum + count.unreadable, 0)
  if (old === 0) {
    say('Nothing is sealed with an earlier secret. APP_SECRET_PREVIOUS can be removed.')
    return 0
  }
  if (unreadable > 0)
    say(
      `${unreadable} can be read with neither APP_SECRET nor a secret in APP_SECRET_PREVIOUS. Add the secret that is missing, and run this again.`,
    )
  if (old > unreadable)
    say(
      isCheck
        ? `${old - unreadable} are sealed with an earlier secret. Keep APP_SECRET_PREVIOUS, and run npm run reseal.`
        : `${old - unreadable} were sealed with an earlier secret meanwhile. Start every process with the new APP_SECRET, and run this again.`,
    )
  return 1
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}

function readOptions() {
  const flag = { type: 'boolean' } as const
  try {
    return parseArgs({ options: { check: flag, 'end-old-links': flag, 'give-up-lost-secret': flag } }).values
  } catch {
    process.stderr.write(`${USAGE}\n`)
    process.exit(2)
  }
}
