import { getTableName, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, filteredReads, reads, writes } from '../../bench/support/portalCalls.ts'
import * as schema from '../../src/db/schema/index.ts'
import { agencyTables } from '../../src/db/tableDistribution.ts'
import type { Agent } from '../../src/platform/auth/sessions.server.ts'
import { createAgency } from '../fixtures/agencies.ts'
import { createSession } from '../fixtures/agents.ts'
import { createReading } from '../fixtures/readings.ts'
import { call } from '../support/call.ts'
import { createDatabase } from '../support/database.ts'
import { freePort, type RunningApp, startBuiltApp, TEST_SECRET } from '../support/processes/app.ts'
import { findReadsWithoutKey, type Tables } from '../support/statements/findReadsWithoutKey.ts'
import { recordStatements } from '../support/statements/recordStatements.ts'
import { authorisation } from './authorisation.ts'
import { authorisedRoutes } from './authorisedRoutes.ts'
import { analyticsCalls, byFile, byLead, byListing, byPerson, byVersion } from './callsAboutThings.ts'
import {
  byRelatedThings,
  furtherByFile,
  furtherByListing,
  ownCalls,
  permissionCalls,
  reachCalls,
} from './callsByRole.ts'
import { readsByOtherKeys } from './readsByOtherKeys.ts'
import { createThings, type Things } from './things.ts'

/** What a call is sent, for someone of an agency with things of their own. */
type Asked = [name: string, data: object]

const tables: Tables = {
  keyed: agencyTables,
  columns: Object.fromEntries(
    Object.values(schema)
      .filter((value) => is(value, PgTable))
      .map((table) => [getTableName(table), getTableConfig(table).columns.map(({ name }) => name)]),
  ),
}

let database: Awaited<ReturnType<typeof createDatabase>>
let recorder: Awaited<ReturnType<typeof recordStatements>>
let app: RunningApp
beforeAll(async () => {
  database = await createDatabase()
  recorder = await recordStatements(database.url)
  const PORT = String(await freePort())
  app = await startBuiltApp({
    ...{ PORT, APP_URL: `http://localhost:${PORT}`, APP_SECRET: TEST_SECRET },
    ...{ DATABASE_URL: recorder.url, WORKER: 'off' },
  })
})
afterAll(async () => {
  await app?.stop()
  await recorder?.stop()
  await database?.drop()
})

/** Every call of the portal, about these things. Those after which something is gone come last. */
function callsOf(office: Awaited<ReturnType<typeof createAgency>>, things: Things, others: Things): Asked[] {
  const about = (calls: Record<string, (id: string, other: string) => object>, id: string, other = ''): Asked[] =>
    Object.entries(calls).map(([name, ask]) => [name, ask(id, other)])
  const { listing, file, lead, person } = things
  const desk: Desk = {
    ...{ cookie: '', agentId: office.agent.id },
    ...{ listingId: listing, fileId: file, leadId: lead, personId: person },
    ...{ listingIds: [listing], fileIds: [file], leadIds: [lead], personIds: [person] },
  }
  const all: Asked[] = [
    ...[...reads, ...filteredReads, ...writes].map(({ name, data }): Asked => [name, data?.(desk, 1) ?? {}]),
    ...[...reachCalls, ...ownCalls].map((name): Asked => [name, {}]),
    ...analyticsCalls.flatMap((name): Asked[] => [
      ...[{}, { listingId: listing }, { leadId: lead }, { fileId: file }].map((data): Asked => [name, data]),
    ]),
    ...Object.entries(permissionCalls).map(([name, { data }]): Asked => [name, data(office)]),
    ...Object.entries(byRelatedThings).map(([name, ask]): Asked => [name, ask(things)]),
    ...about({ ...byListing, ...furtherByListing }, listing, file),
    ...about({ ...byFile, ...furtherByFile }, file),
    ...Object.entries(byVersion).map(([name, { ask }]): Asked => [name, ask(file)]),
    ...about(byLead, lead),
    ...about(byPerson, person, others.person),
  ]
  const endings = ['logout', 'leaveAgency', 'deleteAgency', 'deleteAccount', 'erasePerson', 'changeMember']
  const isEnding = ([name]: Asked) => endings.includes(name)
  // It reads no such table, and everything after it would be refused.
  const open = all.filter(([name]) => name !== 'lockSession')
  return [...open.filter((asked) => !isEnding(asked)), ...open.filter(isEnding)]
}

/** The tables that each call read without the agency, with one of the statements. */
async function readAsMember(member: Agent, calls: Asked[]) {
  const found = new Map<string, string>()
  const statuses: number[] = []
  const cookie = await createSession(database.db, member.id)
  const note = async (name: string) => {
    for (const statement of recorder.take())
      for (const table of await findReadsWithoutKey(statement, tables)) found.set(`${name}: ${table}`, statement)
  }
  recorder.take()
  for (const [name, data] of calls) {
    const { status } = await call(app.url, name, { method: authorisation[name]?.method, data, headers: { cookie } })
    statuses.push(status)
    await note(name)
  }
  for (const route of Object.keys(authorisedRoutes).filter((name) => /^GET \/portal\/.*\.csv$/.test(name))) {
    await (await fetch(app.url + route.slice('GET '.length), { headers: { cookie }, redirect: 'manual' })).text()
    await note(route)
  }
  return { found, statuses }
}

test('no call of the portal reads a table that grows with agencies without saying whose rows', async () => {
  const { db } = database
  const found = new Map<string, string>()
  const statuses: number[] = []
  for (const role of ['owner', 'agent'] as const) {
    const office = await createAgency(db)
    const things = await createThings(db, office[role], office.colleague)
    const others = await createThings(db, office[role])
    await createReading(db, { leadId: things.lead, fileId: things.file, pageSeconds: [3] })
    const result = await readAsMember(office[role], callsOf(office, things, others))
    for (const [name, statement] of result.found) found.set(name, statement)
    statuses.push(...result.statuses)
  }
  // Refused input would never reach a query.
  expect(statuses.filter((status) => status >= 500)).toEqual([])
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(statuses.length / 2)

  const known = new Set(
    Object.values(readsByOtherKeys).flatMap((calls) =>
      Object.entries(calls).flatMap(([name, read]) => read.map((table) => `${name}: ${table}`)),
    ),
  )
  const unknown = [...found].filter(([name]) => !known.has(name))
  // With the statement, for those who read the failure.
  expect(Object.fromEntries(unknown)).toEqual({})
  // What is not needed any more comes off the list.
  expect([...known].filter((name) => !found.has(name))).toEqual([])
})
