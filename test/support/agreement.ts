import { expect } from 'vitest'
import type { Db } from '#db/client.server.ts'
import { AnalyticsQuestion, DashboardQuestion, EventsQuestion } from '#features/analytics/analytics.ts'
import { listEvents } from '#features/analytics/listEvents.server.ts'
import { readDevices } from '#features/analytics/readDevices.server.ts'
import { readEngagement } from '#features/analytics/readEngagement.server.ts'
import { readPlaces } from '#features/analytics/readPlaces.server.ts'
import { readReferrers } from '#features/analytics/readReferrers.server.ts'
import { readViews } from '#features/analytics/readViews.server.ts'
import { readDashboard } from '#features/analytics/summary/readDashboard.server.ts'
import { countLeads, listLeads } from '#features/leads/listLeads.server.ts'
import { LeadQuestion } from '#features/leads/ownLeads.ts'
import { ListingQuestion } from '#features/listings/listings.ts'
import { listListings } from '#features/listings/listListings.server.ts'
import type { Agent } from '#platform/session.server.ts'
import { type EventRow, lastDays, recount } from './recount.ts'

export interface Desk {
  db: Db
  agent: Agent
  timeZone: string
  rows: EventRow[]
}

const sorted = (list: object[]) => list.map((one) => JSON.stringify(one, Object.keys(one).sort())).sort()

/** Every call of the analytics page says what the events say. */
export async function expectToAgree({ db, agent, timeZone, rows }: Desk, wish: Partial<AnalyticsQuestion>) {
  const question = AnalyticsQuestion.parse(wish)
  const [views, engagement, places, devices, referrers, log] = await Promise.all([
    readViews(db, agent, question),
    readEngagement(db, agent, question),
    readPlaces(db, agent, question),
    readDevices(db, agent, question),
    readReferrers(db, agent, question),
    readLog(db, agent, wish),
  ])
  const real = recount(rows, agent.id, timeZone, wish, views)
  expect(views).toMatchObject({
    ...{ days: real.days, daysBefore: real.daysBefore },
    ...{ views: real.views, visitors: real.visitors },
  })
  const { documents, ...figures } = engagement
  for (const [name, figure] of Object.entries(figures)) {
    const { now, before } = real[name as keyof typeof figures]
    expect([name, figure.now, figure.before]).toEqual([name, expect.closeTo(now, 9), expect.closeTo(before, 9)])
  }
  expect(sorted(documents.map(({ fileId, opens, downloads }) => ({ fileId, opens, downloads })))).toEqual(
    sorted(real.documents),
  )
  expect(sorted(places)).toEqual(sorted(real.places))
  expect(sorted(referrers)).toEqual(sorted(real.referrers))
  for (const part of ['devices', 'systems', 'browsers'] as const)
    expect(sorted(devices[part])).toEqual(sorted(real[part]))
  expect(log).toEqual(inOrder(real.log))
}

export async function expectDashboardToAgree({ db, agent, timeZone, rows }: Desk) {
  for (const range of ['7d', '30d', '90d', '12m'] as const) {
    const dashboard = await readDashboard(db, agent, DashboardQuestion.parse({ range }))
    const real = recount(rows, agent.id, timeZone, {}, dashboard)
    const { days, daysBefore, views, visitors, leads, filesOpened } = real
    expect(dashboard).toMatchObject({ timeZone, days, daysBefore, views, visitors, leads, filesOpened })
    expect(dashboard.conversion.now).toBeCloseTo(real.conversion.now, 9)
    const seen = real.listings.filter((one) => one.views > 0)
    expect(sorted(dashboard.bestListings.map(({ title: _, ...counts }) => counts))).toEqual(sorted(seen))
  }
}

/** What stands on the cards of listings. */
export async function expectListToAgree({ db, agent, timeZone, rows }: Desk) {
  const { listings } = await listListings(db, agent, ListingQuestion.parse({}))
  const real = recount(rows, agent.id, timeZone, {}, lastDays(timeZone, 30))
  for (const { id, views, leads } of listings) {
    const counts = real.listings.find((one) => one.id === id) ?? { views: 0, leads: 0 }
    expect({ views, leads }).toEqual({ views: counts.views, leads: counts.leads })
  }
}

/** Leads say what their own events say, and every place that counts leads to reply to counts the same ones. */
export async function expectLeadsToAgree({ db, agent, rows }: Desk) {
  const { leads } = await listLeads(db, agent, LeadQuestion.parse({ limit: 100 }))
  const filesOf = (leadId: string, name: string) =>
    new Set(rows.filter((row) => row.leadId === leadId && row.event === name).map(({ fileId }) => fileId)).size
  for (const { id, openedFiles, downloadedFiles } of leads)
    expect({ openedFiles, downloadedFiles }).toEqual({
      openedFiles: filesOf(id, 'file_view'),
      downloadedFiles: filesOf(id, 'file_download'),
    })
  const toReply = leads.filter(({ status, archivedAt }) => status === 'new' && !archivedAt)
  const { leads: filtered } = await listLeads(db, agent, LeadQuestion.parse({ status: 'new', limit: 100 }))
  const { newLeads, attention } = await readDashboard(db, agent, DashboardQuestion.parse({}))
  expect(filtered).toEqual(toReply)
  expect(newLeads.map(({ id }) => id)).toEqual(toReply.slice(0, 5).map(({ id }) => id))
  expect((await countLeads(db, agent)).new).toBe(toReply.length)
  expect(attention).toContainEqual({ kind: 'leads to reply to', count: toReply.length })
}

/** The whole log, a few at a time. */
async function readLog(db: Db, agent: Agent, wish: object) {
  const ids: string[] = []
  for (let cursor: string | undefined | null; cursor !== null; ) {
    const page = await listEvents(db, agent, EventsQuestion.parse({ ...wish, limit: 37, cursor }))
    ids.push(...page.events.map(({ id }) => id))
    cursor = page.next
  }
  return ids
}

const inOrder = (rows: EventRow[]) =>
  rows
    .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime() || (one.id < other.id ? 1 : -1))
    .map(({ id }) => id)
