import { beforeAll, describe, expect, test } from 'vitest'
import { type Agent, startSession } from '../../src/platform/auth/sessions.server.ts'
import { createAgent } from '../fixtures/agents.ts'
import { createPublishedListing } from '../fixtures/listings.ts'
import { createOpenHome } from '../fixtures/openHomes.ts'
import { crawlerRoutes, respondersBeforeRouter, routerRoutes } from '../support/builtRoutes.ts'
import { useDeployedApp, WITHOUT_JOBS } from '../support/processes/deployedApp.ts'
import { authorisedRoutes, type RouteAccess } from './authorisedRoutes.ts'

const parts = useDeployedApp(WITHOUT_JOBS)

let agent: Agent
let otherAgent: Agent
beforeAll(async () => {
  agent = await createAgent(parts.db)
  otherAgent = await createAgent(parts.db)
})

const addressesFor = (...access: RouteAccess[]) =>
  Object.entries(authorisedRoutes)
    .filter(([, allowed]) => access.includes(allowed))
    .map(([address]) => address)

function ask(address: string, id = 'list_missing', headers: Record<string, string> = {}) {
  const [method, path = ''] = address.split(' ')
  const filledIn = path.replace('$id', id).replace('$kind', 'poster.pdf').replace(/\$\w+/g, 'made-up')
  return fetch(parts.url + filledIn, { method, headers, redirect: 'manual' })
}

describe('threat 7: every route is in the authorisation table', () => {
  const pictures = [
    ...['GET /photos/$id/$width', 'GET /agent-photo/$id', 'GET /agency-logo/$id'],
    'GET /listings/$id/preview.jpg',
  ]
  const before = [
    ...pictures,
    'POST /_event',
    'POST /_reading',
    'POST /_checkins',
    'POST /feeds/reaxml',
    'POST /portal/feeds/upload',
    'GET /metrics',
    'GET /oembed',
    'GET /api/v1/openapi.json',
    'GET /storage/$address',
    'PUT /storage/$address',
  ]

  test('and every route in the table exists', () => {
    expect([...routerRoutes(), ...crawlerRoutes(), ...before].sort()).toEqual(Object.keys(authorisedRoutes).sort())
  })

  test('and nothing else responds before the router', () => {
    expect(respondersBeforeRouter()).toEqual([
      'respondToEvent',
      'respondToReading',
      'respondToCheckIns',
      'respondWithFile',
      'respondToPicture',
      'serveCrawlerFiles',
      'respondToOEmbed',
      'respondToApi',
      'respondToFeed',
      'respondToScrape',
      'handleRequest',
    ])
  })

  test.each(addressesFor('signedIn'))(
    'threat 16: %s is refused without a session, and with a made-up one',
    async (address) => {
      for (const cookie of ['', 'session=made-up']) {
        const answer = await ask(address, 'list_missing', { cookie })
        expect([302, 401]).toContain(answer.status)
        if (answer.status === 302) expect(answer.headers.get('location')).toMatch(/^\/login\?from=/)
      }
    },
  )

  const ofListings = addressesFor('signedIn').filter((address) => address.includes('/listings/$id'))
  test.each(ofListings)(
    'threat 16: %s opens for its agent, and responds to another as if it did not exist',
    async (address) => {
      const { db } = parts
      const { id } = await createPublishedListing(db, { agent, title: 'Known to one agent' })
      const { id: openHomeId } = await createOpenHome(db, { listingId: id })
      const page = address.replace('$openHomeId', openHomeId)
      const as = async (user: { id: string }) => ({ cookie: `session=${await startSession(db, user.id, '')}` })
      expect((await ask(page, id, await as(agent))).status).toBe(200)
      const [other, missing] = [
        await ask(page, id, await as(otherAgent)),
        await ask(page, 'list_missing', await as(otherAgent)),
      ]
      expect([other.status, missing.status]).toEqual([404, 404])
      expect(await other.text()).not.toContain('Known to one agent')
    },
  )

  test.each(addressesFor('holder', 'provider'))('%s returns nothing without a valid signature', async (address) => {
    expect([400, 401, 403, 404]).toContain((await ask(address)).status)
  })

  test.each(addressesFor('thisComputer'))('%s responds 404 to requests through a proxy', async (address) => {
    expect((await ask(address, 'x', { 'x-forwarded-for': '127.0.0.1' })).status).toBe(404)
  })

  test.each(Object.keys(authorisedRoutes))('threat 10: %s accepts no other method', async (address) => {
    const path = address.slice(address.indexOf(' ') + 1)
    const known = Object.keys(authorisedRoutes).filter((other) => other.endsWith(` ${path}`))
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'].filter((other) => !known.includes(`${other} ${path}`))) {
      const { status } = await ask(`${method} ${path}`, 'list_missing', { 'x-forwarded-for': '203.0.113.1' })
      expect(path.startsWith('/storage/') ? [403, 404] : [405], `${method} is answered with ${status}`).toContain(
        status,
      )
    }
  })
})
