import { afterAll, beforeAll, expect } from 'vitest'
import { connectionOptions } from '../../../src/db/connectionUrl.server.ts'
import { createStorage } from '../../../src/platform/storage/createStorage.server.ts'
import { newStorageKey, variantKey } from '../../../src/platform/storage/storageKeys.server.ts'
import { createAgent } from '../../fixtures/agents.ts'
import { easyBotCheckAnswer } from '../../fixtures/botCheck.ts'
import { newIpAddress } from '../../fixtures/events.ts'
import { createFile } from '../../fixtures/files.ts'
import { leadForm } from '../../fixtures/leads.ts'
import { createPublishedListing } from '../../fixtures/listings.ts'
import { call } from '../call.ts'
import { createDatabase } from '../database.ts'
import { eventually } from '../eventually.ts'
import { freePort, type RunningApp, startBuiltApp, TEST_SECRET } from '../processes/app.ts'
import { socketOf } from '../servers/postgresServer.ts'
import { startTestS3 } from '../servers/s3/server.ts'
import { type ScriptedSmtp, startScriptedSmtp } from '../servers/scriptedSmtp.ts'
import { type ConnectionState, startFaultyConnection } from './faultyConnection.ts'

type Line = Awaited<ReturnType<typeof startFaultyConnection>>
type TestDatabase = Awaited<ReturnType<typeof createDatabase>>
type TestS3 = Awaited<ReturnType<typeof startTestS3>>

interface Parts {
  app: RunningApp
  url: string
  env: Record<string, string>
  database: TestDatabase
  smtp: ScriptedSmtp
  lines: Record<'database' | 'mail' | 'files', Line>
  listing: { id: string; slug: string; agent: string; photo: string }
}

/** The built application, a connection to each of its services that can be made faulty, and a published listing. For all tests of a file. */
export function useFaultyApp(own: Record<string, string> = {}) {
  const parts = {} as Parts
  const undo: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    const database = await createDatabase()
    undo.push(database.drop)
    const smtp = await startScriptedSmtp()
    undo.push(smtp.stop)
    const s3 = await startTestS3()
    undo.push(s3.stop)
    const { user } = connectionOptions(database.url)
    const lines = {
      database: await startFaultyConnection(socketOf(database.url)),
      mail: await startFaultyConnection({ port: Number(new URL(smtp.url).port) }),
      files: await startFaultyConnection({ port: Number(new URL(s3.url).port) }),
    }
    for (const line of Object.values(lines)) undo.push(line.stop)
    const appPort = String(await freePort())
    const env = {
      ...{ PORT: appPort, APP_URL: `http://localhost:${appPort}`, APP_SECRET: TEST_SECRET },
      DATABASE_URL: `postgres://${user}@127.0.0.1:${lines.database.port}/${database.name}`,
      ...{ SMTP_URL: `smtp://127.0.0.1:${lines.mail.port}`, MAIL_FROM: 'hello@example.nz' },
      ...{ ...s3.env, S3_ENDPOINT: `http://127.0.0.1:${lines.files.port}` },
      TRUSTED_PROXIES: '127.0.0.1',
      ...own,
    }
    const app = await startBuiltApp(env)
    // Killed at once: a process that has just lost its database, or was paused, would stop slowly.
    undo.push(() => app.stop('SIGKILL'))
    Object.assign(parts, {
      app,
      url: app.url,
      env,
      database,
      smtp,
      lines,
      listing: await createListingWithPhoto(database, s3.env),
    })
  })
  afterAll(async () => {
    for (const step of undo.reverse()) await step()
  })

  return {
    parts,
    statusOf: async (path: string) => (await fetch(`${parts.url}${path}`)).status,
    askForHome: async () => (await call(parts.url, 'fetchPublicListing', { data: { id: parts.listing.id } })).status,
    async leaveDetails(details: ReturnType<typeof leadForm> & { turnstile?: string } = leadForm()) {
      const turnstile = details.turnstile ?? (await easyBotCheckAnswer(TEST_SECRET, 'lead'))
      const data = { ...details, listingId: parts.listing.id, turnstile }
      const headers = { 'x-forwarded-for': newIpAddress() }
      return { email: data.email, ...(await call(parts.url, 'submitLead', { method: 'POST', data, headers })) }
    },
    emailsAbout: (email: string) =>
      parts.smtp.received.filter(
        ({ mail }) => mail.to?.[0]?.address === parts.listing.agent && mail.replyTo?.[0]?.address === email,
      ),
    leadsOf: (email: string) => parts.database.sql`select id from lead where email = ${email}`,
  }
}

/** A published listing with a photo in the S3, put there past the line. */
async function createListingWithPhoto({ db }: TestDatabase, s3: TestS3['env']) {
  const agent = await createAgent(db)
  const { id, slug } = await createPublishedListing(db, { agent })
  const path = newStorageKey('photos')
  const storage = await createStorage({ DATA_DIR: '', APP_SECRET: TEST_SECRET, ...s3 })
  await storage.write(variantKey(path, 'w480'), Buffer.from('a picture'), 'image/webp')
  const photo = await createFile(db, { agent, listingId: id, path, type: 'image', contentType: 'image/webp' })
  return { id, slug, agent: agent.email, photo: `/photos/${photo.id}/480` }
}

/** A silent connection is closed within 20 s. */
const RECOVERY_TIMEOUT_MS = 40_000

/** The network to the database fails while calls are under way, and recovers. */
export async function expectRecoveryFromDatabaseOutage(app: ReturnType<typeof useFaultyApp>, how: ConnectionState) {
  const { askForHome, statusOf, leaveDetails, emailsAbout } = app
  const line = app.parts.lines.database
  const underWay = Array.from({ length: 20 }, askForHome)
  await statusOf('/healthz')
  await line.become(how)
  const later = [askForHome(), leaveDetails().then(({ status }) => status), statusOf('/healthz'), statusOf('/readyz')]
  for (const status of await Promise.all(underWay)) expect([200, 503]).toContain(status)
  expect(await Promise.all(later)).toEqual([503, 503, 200, 503])

  await line.become('good')
  await eventually(async () => (await statusOf('/readyz')) === 200, RECOVERY_TIMEOUT_MS)
  const { email } = await eventually(async () => {
    const answer = await leaveDetails()
    return answer.status === 200 && answer
  }, RECOVERY_TIMEOUT_MS)
  await eventually(() => emailsAbout(email).length === 1, RECOVERY_TIMEOUT_MS)
}
