import { beforeAll, describe, expect, test } from 'vitest'
import { type Agent, startSession } from '../../src/platform/auth/sessions.server.ts'
import type { Role } from '../../src/values/agencyValues.ts'
import { createAgency, shareListing } from '../fixtures/agencies.ts'
import { createAgent } from '../fixtures/agents.ts'
import { createFile } from '../fixtures/files.ts'
import { createLead } from '../fixtures/leads.ts'
import { createPublishedListing } from '../fixtures/listings.ts'
import { call } from '../support/call.ts'
import { useDeployedApp, WITHOUT_JOBS } from '../support/processes/deployedApp.ts'
import { authorisation } from './authorisation.ts'
import { analyticsCalls, byFile, byLead, byListing, byPerson, byVersion } from './callsAboutThings.ts'
import {
  byRelatedThings,
  furtherByFile,
  furtherByListing,
  ownCalls,
  permissionCalls,
  reachCalls,
} from './callsByRole.ts'
import { createThings, type Things } from './things.ts'

const parts = useDeployedApp(WITHOUT_JOBS)

const roles: Role[] = ['owner', 'manager', 'agent', 'assistant']
/** Whose a listing is, for someone who works in the agency: `own` of an assistant are those of the agent they assist. */
const owners = ['own', 'shared', 'of a colleague', 'of another agency'] as const
type Owner = (typeof owners)[number]

/** The whole rule: who reaches whose. */
const reaches: Record<Role, Record<Owner, boolean>> = {
  owner: { own: true, shared: true, 'of a colleague': true, 'of another agency': false },
  manager: { own: true, shared: true, 'of a colleague': true, 'of another agency': false },
  agent: { own: true, shared: true, 'of a colleague': false, 'of another agency': false },
  assistant: { own: true, shared: true, 'of a colleague': false, 'of another agency': false },
}

let agency: Awaited<ReturnType<typeof createAgency>>
let stranger: Agent
const cookies = new Map<Role, string>()
beforeAll(async () => {
  agency = await createAgency(parts.db)
  stranger = await createAgent(parts.db)
  for (const role of roles) cookies.set(role, `session=${await startSession(parts.db, agency[role].id, '')}`)
})

function createThingsFor(role: Role, owner: Owner): Promise<Things> {
  const own = role === 'assistant' ? agency.agent : agency[role]
  const agent = owner === 'own' ? own : owner === 'of another agency' ? stranger : agency.colleague
  return createThings(parts.db, agent, owner === 'shared' ? own : undefined)
}

/** After these calls the thing is gone or somewhere else, where they find it. For all others one of each is enough. */
const endingCalls = ['deleteFiles', 'moveFiles', 'mergePeople', 'erasePerson']
const shared = new Map<string, Promise<Things>>()
function thingsFor(name: string, role: Role, owner: Owner) {
  if (endingCalls.includes(name) && reaches[role][owner]) return createThingsFor(role, owner)
  const key = `${role} ${owner}`
  const known = shared.get(key) ?? createThingsFor(role, owner)
  shared.set(key, known)
  return known
}

const ask = (role: Role, name: string, data: object) =>
  call(parts.url, name, {
    method: authorisation[name]?.method,
    data,
    headers: { cookie: cookies.get(role) ?? '' },
  })

/** Whether the call found what it was about. What happens to it then is in the tests of each feature. */
async function finds(role: Role, name: string, data: object) {
  const { status } = await ask(role, name, data)
  // 403: who runs a listing is for its lead agent, managers and owners.
  expect([200, 403, 404, 409], `${name}: ${status}`).toContain(status)
  return status !== 404
}

const versionQuestions = Object.fromEntries(Object.entries(byVersion).map(([name, { ask: about }]) => [name, about]))
const callsAbout: [keyof Things, Record<string, (id: string, own: string) => object>][] = [
  ['listing', { ...byListing, ...furtherByListing }],
  ['file', { ...byFile, ...versionQuestions, ...furtherByFile }],
  ['lead', byLead],
  ['person', byPerson],
]

/** Who finds what, for every role and owner. */
async function findTable(name: string, question: (things: Things, ownPerson: string) => object) {
  const rows = roles.map(async (role) => {
    const row: Record<string, boolean> = {}
    for (const owner of owners) {
      const things = await thingsFor(name, role, owner)
      const ownPerson = name === 'mergePeople' ? (await thingsFor('fetchPerson', role, 'own')).person : ''
      row[owner] = await finds(role, name, question(things, ownPerson))
    }
    return [role, row] as const
  })
  return Object.fromEntries(await Promise.all(rows))
}

describe.each(callsAbout)('threat 139: what each role may do with a %s', (thing, questions) => {
  test.each(Object.entries(questions))('%s', async (name, question) => {
    // The second is a file to order, or a person to merge with.
    const ask = (things: Things, ownPerson: string) =>
      question(things[thing], thing === 'listing' ? things.file : ownPerson)
    expect(await findTable(name, ask)).toEqual(reaches)
  })
})

test.each(Object.entries(byRelatedThings))(
  'threat 139: %s finds what is within reach of each role',
  async (name, question) => {
    expect(await findTable(name, question)).toEqual(reaches)
  },
)

test.each(analyticsCalls)('threat 139: %s counts what is within reach of each role', async (name) => {
  expect(await findTable(name, ({ listing }) => ({ listingId: listing }))).toEqual(reaches)
})

test('threat 139: lists have exactly what is within reach of each role', async () => {
  const office = await createAgency(parts.db)
  const listings = {
    own: await createPublishedListing(parts.db, { agent: office.agent }),
    shared: await createPublishedListing(parts.db, { agent: office.colleague }),
    colleague: await createPublishedListing(parts.db, { agent: office.colleague }),
    other: await createPublishedListing(parts.db, { agent: stranger }),
  }
  await shareListing(parts.db, listings.shared.id, office.agent)
  const titles = new Map<string, string>()
  for (const [name, { id, userId }] of Object.entries(listings)) {
    titles.set(id, name)
    const { id: leadId, personId } = await createLead(parts.db, { listingId: id })
    const { id: fileId } = await createFile(parts.db, { agent: { id: userId }, listingId: id })
    for (const one of [leadId, personId, fileId]) titles.set(one, name)
  }
  const everything = ['colleague', 'own', 'shared']
  const expected: Record<Role, string[]> = {
    ...{ owner: everything, manager: everything },
    ...{ agent: ['own', 'shared'], assistant: ['own', 'shared'] },
  }
  const lists = { fetchListings: 'listings', fetchLeads: 'leads', fetchPeople: 'people', fetchFiles: 'files' }
  for (const role of roles) {
    const cookie = `session=${await startSession(parts.db, office[role].id, '')}`
    for (const [name, key] of Object.entries(lists)) {
      const { result } = await call(parts.url, name, { headers: { cookie } })
      const rows = (result as Record<string, { id: string }[]>)[key] ?? []
      expect(rows.map(({ id }) => titles.get(id)).sort(), `${name} of the ${role}`).toEqual(expected[role])
    }
  }
})

test('threat 148: a CSV of someone’s or of the whole agency has only what is within reach', async () => {
  const office = await createAgency(parts.db)
  const { agent, colleague, manager } = office
  for (const [title, owner] of Object.entries({ own: agent, shared: colleague, colleague, other: stranger })) {
    const { id: listingId } = await createPublishedListing(parts.db, { agent: owner, title: `At ${title}` })
    await createLead(parts.db, { listingId, firstName: `Buyer-${title}` })
    if (title === 'shared') await shareListing(parts.db, listingId, agent)
  }
  const read = async (reader: Agent, path: string) => {
    const cookie = `session=${await startSession(parts.db, reader.id, '')}`
    const response = await fetch(`${parts.url}/portal/${path}`, { headers: { cookie }, redirect: 'manual' })
    const found = [...(await response.text()).matchAll(/(?:At |Buyer-)(own|shared|colleague|other)/g)]
    return [response.status, ...new Set(found.map(([, title]) => title).sort())]
  }
  for (const file of ['leads.csv', 'listings.csv']) {
    expect(await read(agent, file), file).toEqual([200, 'own', 'shared'])
    expect(await read(agent, `${file}?whose=${colleague.id}`), file).toEqual([200, 'shared'])
    expect(await read(agent, `${file}?whose=${stranger.id}`), file).toEqual([200])
    expect(await read(manager, file), file).toEqual([200, 'colleague', 'own', 'shared'])
    expect(await read(manager, `${file}?whose=${stranger.id}`), file).toEqual([200])
  }
  // Figures of colleagues, and what they did, are for owners and managers.
  for (const file of ['agents.csv', 'agency/activity.csv']) expect(await read(agent, file), file).toEqual([403])
})

test.each(Object.entries(permissionCalls))(
  'threat 140: %s is for the roles that have the permission',
  async (name, { roles: allowed, data }) => {
    for (const role of roles) {
      const { status } = await ask(role, name, data(agency))
      expect([200, 403, 404, 409], `${name}: ${status}`).toContain(status)
      expect(status !== 403, `${name} as ${role}`).toBe(allowed.includes(role))
    }
  },
)

test.each([
  ['threat 154', '/portal/agents.csv'],
  ['threat 155', '/portal/agency/activity.csv'],
])('%s: %s is for owners and managers', async (_threat, path) => {
  const statuses = await Promise.all(
    roles.map(async (role) => {
      const headers = { cookie: cookies.get(role) ?? '' }
      return (await fetch(parts.url + path, { headers, redirect: 'manual' })).status
    }),
  )
  expect(statuses).toEqual([200, 200, 403, 403])
})

test('every call of a signed-in agent is in one table: about a thing, a permission, what is within reach, or oneself', () => {
  const aboutThings = callsAbout.flatMap(([, questions]) => Object.keys(questions))
  const known = [
    ...aboutThings,
    ...analyticsCalls,
    ...Object.keys(permissionCalls),
    ...reachCalls,
    ...ownCalls,
    ...Object.keys(byRelatedThings),
  ]
  const signedIn = Object.keys(authorisation).filter((name) => authorisation[name]?.access !== 'anyone')
  expect(signedIn.filter((name) => !known.includes(name))).toEqual([])
  expect(known.filter((name) => known.indexOf(name) !== known.lastIndexOf(name))).toEqual([])
  expect(known.filter((name) => !authorisation[name])).toEqual([])
})
