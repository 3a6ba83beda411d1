import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDescription } from '#features/listings/description/description.ts'
import { publishListing } from '#features/listings/listingStates.server.ts'
import { createListing } from '#features/listings/writeListing.server.ts'
import { createAgent, signInAs } from './support/agents.ts'
import { freePort, type RunningApp, startBuiltApp } from './support/app.ts'
import { call } from './support/call.ts'
import { createDatabase } from './support/database.ts'
import { TEST_SECRET } from './support/deployed.ts'
import { easyAnswer } from './support/easyAnswer.ts'
import { eventually } from './support/eventually.ts'
import { buyer } from './support/leadsDesk.ts'
import { startPooler } from './support/pooler.ts'
import { startScriptedSmtp } from './support/smtp.ts'
import { eventsOf, newAddress, sendEvent, viewOf } from './support/visits.ts'

let database: Awaited<ReturnType<typeof createDatabase>>
let pooler: Awaited<ReturnType<typeof startPooler>>
let smtp: Awaited<ReturnType<typeof startScriptedSmtp>>
let apps: RunningApp[] = []

beforeAll(async () => {
  database = await createDatabase()
  pooler = await startPooler(database.url)
  smtp = await startScriptedSmtp()
  const port = String(await freePort())
  const env = {
    APP_URL: `http://localhost:${port}`,
    APP_SECRET: TEST_SECRET,
    DATABASE_URL: database.url,
    DATABASE_POOL_URL: pooler.url,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'hello@example.nz',
    TRUSTED_PROXIES: '127.0.0.1',
  }
  apps = [await startBuiltApp({ ...env, PORT: port }), await startBuiltApp(env)]
})
afterAll(async () => {
  await Promise.all(apps.map((app) => app.stop()))
  await smtp.stop()
  pooler.stop()
  await database.drop()
})

const [LEADS, VIEWS] = [16, 40]
const inTurn = (n: number) => apps[n % apps.length]?.url ?? ''

test('two web processes on a pooler in transaction mode are one application', async () => {
  const agent = await createAgent(database.db)
  const words = { title: '12 Rata Street', subtitle: '', description: emptyDescription }
  const home = await createListing(database.db, agent, words)
  await publishListing(database.db, agent, home.id)

  const cookie = await signInAs(inTurn(0), agent.email)
  const whoAmI = (n: number) => call(inTurn(n), 'fetchCurrentUser', { headers: { cookie } })
  expect((await whoAmI(1)).result).toMatchObject({ email: agent.email })

  const leave = async (n: number) => {
    const data = { ...buyer(), listingId: home.id, turnstile: await easyAnswer(TEST_SECRET, 'lead') }
    return call(inTurn(n), 'submitLead', { method: 'POST', data, headers: { 'x-forwarded-for': newAddress() } })
  }
  const many = <Answer>(count: number, act: (n: number) => Promise<Answer>) =>
    Promise.all(Array.from({ length: count }, (_, n) => act(n)))
  const [leads, views] = await Promise.all([
    many(LEADS, leave),
    many(VIEWS, (n) => sendEvent(inTurn(n), { body: viewOf(home) })),
  ])
  expect(leads.filter(({ status }) => status !== 200)).toEqual([])
  expect(views.filter(({ status }) => status !== 204)).toEqual([])
  const names = (await eventsOf({ database }, home.id)).map(({ event }) => event)
  expect(names.filter((name) => name === 'lead_created')).toHaveLength(LEADS)
  expect(names.filter((name) => name === 'listing_view')).toHaveLength(VIEWS)
  const toAgent = () => smtp.received.filter(({ mail }) => mail.to?.[0]?.address === agent.email)
  await eventually(() => toAgent().length === LEADS)

  await call(inTurn(1), 'logout', { method: 'POST', headers: { cookie } })
  expect((await whoAmI(0)).status).toBe(401)
  expect(pooler.lent()).toBeGreaterThan(LEADS + VIEWS)
  for (const app of apps) expect(app.output()).not.toContain('"level":"error"')
})

test('a role without a time limit is warned of, because a pooler takes none from us', () => {
  expect(apps[0]?.output()).toContain('Statements may run for ever: alter role')
})
