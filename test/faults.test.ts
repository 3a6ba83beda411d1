import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectionOptions } from '#db/connection.server.ts'
import { file } from '#db/schema/file.ts'
import { emptyDescription } from '#features/listings/description/description.ts'
import { publishListing } from '#features/listings/listingStates.server.ts'
import { createListing } from '#features/listings/writeListing.server.ts'
import { createStorage } from '#platform/storage/createStorage.server.ts'
import { newStorageKey, variantKey } from '#platform/storage/keys.server.ts'
import { createAgent } from './support/agents.ts'
import { freePort, type RunningApp, startBuiltApp } from './support/app.ts'
import { call } from './support/call.ts'
import { createDatabase } from './support/database.ts'
import { TEST_SECRET } from './support/deployed.ts'
import { easyAnswer } from './support/easyAnswer.ts'
import { eventually } from './support/eventually.ts'
import { startFaultyLine } from './support/faultyLine.ts'
import { buyer } from './support/leadsDesk.ts'
import { startTestS3 } from './support/s3/server.ts'
import { startScriptedSmtp } from './support/smtp.ts'
import { newAddress } from './support/visits.ts'

type Line = Awaited<ReturnType<typeof startFaultyLine>>

let app: RunningApp
let database: Awaited<ReturnType<typeof createDatabase>>
let smtp: Awaited<ReturnType<typeof startScriptedSmtp>>
let s3: Awaited<ReturnType<typeof startTestS3>>
let lines: Record<'database' | 'mail' | 'files', Line>
let home: { id: string; agent: string; photo: string }

beforeAll(async () => {
  database = await createDatabase()
  smtp = await startScriptedSmtp()
  s3 = await startTestS3()
  const { host, port, username } = connectionOptions(database.url)
  lines = {
    database: await startFaultyLine({ path: `${host}/.s.PGSQL.${port}` }),
    mail: await startFaultyLine({ port: Number(new URL(smtp.url).port) }),
    files: await startFaultyLine({ port: Number(new URL(s3.url).port) }),
  }
  const appPort = String(await freePort())
  const env = {
    ...{ PORT: appPort, APP_URL: `http://localhost:${appPort}`, APP_SECRET: TEST_SECRET },
    DATABASE_URL: `postgres://${username}@127.0.0.1:${lines.database.port}/${database.name}`,
    ...{ SMTP_URL: `smtp://127.0.0.1:${lines.mail.port}`, MAIL_FROM: 'hello@example.nz' },
    ...{ ...s3.env, S3_ENDPOINT: `http://127.0.0.1:${lines.files.port}` },
    TRUSTED_PROXIES: '127.0.0.1',
  }
  app = await startBuiltApp(env)
  home = await publishHome()
})
afterAll(async () => {
  await app.stop()
  for (const line of Object.values(lines)) await line.stop()
  await s3.stop()
  await smtp.stop()
  await database.drop()
})

/** A published listing with a photo in the S3, put there past the line. */
async function publishHome() {
  const { db } = database
  const agent = await createAgent(db)
  const words = { title: '12 Rata Street', subtitle: '', description: emptyDescription }
  const { id } = await createListing(db, agent, words)
  await publishListing(db, agent, id)
  const path = newStorageKey('photos')
  const storage = await createStorage({ DATA_DIR: '', APP_SECRET: TEST_SECRET, ...s3.env })
  await storage.write(variantKey(path, 'w480'), Buffer.from('a picture'), 'image/webp')
  const photo = { path, name: 'Front', type: 'image', contentType: 'image/webp', state: 'ready' } as const
  const [stored] = await db
    .insert(file)
    .values({ ...photo, userId: agent.id, listingId: id })
    .returning()
  return { id, agent: agent.email, photo: `/photos/${stored?.id}/480` }
}

const statusOf = async (path: string) => (await fetch(`${app.url}${path}`)).status
const askForHome = async () => (await call(app.url, 'fetchPublicListing', { data: { id: home.id } })).status
const leaveDetails = async () => {
  const data = { ...buyer(), listingId: home.id, turnstile: await easyAnswer(TEST_SECRET, 'lead') }
  const headers = { 'x-forwarded-for': newAddress() }
  return { email: data.email, ...(await call(app.url, 'submitLead', { method: 'POST', data, headers })) }
}
const mailsAbout = (email: string) =>
  smtp.received.filter(({ mail }) => mail.to?.[0]?.address === home.agent && mail.replyTo?.[0]?.address === email)

describe('the line to the database', () => {
  test.each(['closed', 'reset'] as const)(
    '%s under 20 calls: each is answered, and the next ones work',
    async (how) => {
      const statuses = new Set<number>()
      for (let round = 0; round < 8; round++) {
        const calls = Array.from({ length: 20 }, askForHome)
        // At another moment each time: a question, or an answer, may be cut in the middle.
        await fetch(`${app.url}/healthz`)
        lines.database.cut(how)
        for (const status of await Promise.all(calls)) statuses.add(status)
      }
      expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
      await eventually(async () => (await askForHome()) === 200)
    },
  )

  test('slow: everything is answered, only later', async () => {
    await lines.database.become('slow')
    expect(await askForHome()).toBe(200)
    await lines.database.become('good')
  })

  test('away: the process lives, says that it is not ready, and takes up its work again by itself', async () => {
    await lines.database.become('away')
    expect(await askForHome()).toBe(503)
    expect((await leaveDetails()).status).toBe(503)
    expect(await statusOf('/healthz')).toBe(200)
    expect(await statusOf('/readyz')).toBe(503)
    await lines.database.become('good')
    await eventually(async () => (await statusOf('/readyz')) === 200)
    const { status, email } = await leaveDetails()
    expect(status).toBe(200)
    await eventually(() => mailsAbout(email).length === 1)
  })
})

test('the line to the mail server away, then cut in the middle: leads are taken, and each is mailed', async () => {
  await lines.mail.become('away')
  const during = await leaveDetails()
  expect(during.status).toBe(200)
  await lines.mail.become('slow')
  const after = await leaveDetails()
  lines.mail.cut('reset')
  await lines.mail.become('good')
  for (const { email } of [during, after]) await eventually(() => mailsAbout(email).length > 0)
})

test('the line to the files away: photos wait, everything else works, and they are back with it', async () => {
  expect(await statusOf(home.photo)).toBe(200)
  await lines.files.become('away')
  expect(await statusOf(home.photo)).toBe(503)
  expect(await askForHome()).toBe(200)
  await lines.files.become('good')
  await eventually(async () => (await statusOf(home.photo)) === 200)
})
