import { expect } from 'vitest'
import type { Db } from '../../../src/db/client.server.ts'
import { AnalyticsInput, DashboardInput, ListEventsInput } from '../../../src/features/analytics/analytics.schema.ts'
import { readDashboard } from '../../../src/features/analytics/server/dashboard.server.ts'
import { listEvents } from '../../../src/features/analytics/server/listEvents.server.ts'
import {
  readViewsByChannel,
  readViewsByDevice,
  readViewsByPlace,
  readViewsByReferrer,
} from '../../../src/features/analytics/server/readBreakdowns.server.ts'
import { readEngagement, readViews } from '../../../src/features/analytics/server/viewsAndEngagement.server.ts'
import { ListLeadsInput } from '../../../src/features/leads/leads.schema.ts'
import { countLeads, listLeads } from '../../../src/features/leads/server/leads.server.ts'
import { ListListingsInput } from '../../../src/features/listings/listings.schema.ts'
import { listListings } from '../../../src/features/listings/server/listListings.server.ts'
import type { Agent } from '../../../src/platform/auth/sessions.server.ts'
import { type EventRow, type LocalDay, type RecountScope, recount, scopeOfAgent } from './recountEvents.ts'

export interface AgencyEvents {
  db: Db
  agent: Agent
  rows: EventRow[]
  /** The local day of an event, by the time zone that the agent had when it was written. */
  localDay: LocalDay
  /** What is within reach of the agent. By default their own. */
  scope?: RecountScope
}

const sorted = (list: object[]) => list.map((one) => JSON.stringify(one, Object.keys(one).sort())).sort()

/** Every number of the analytics page is what a recount of the events gives. */
export async function expectAnalyticsToAgree(
  { db, agent, rows, localDay, scope = scopeOfAgent(agent.id) }: AgencyEvents,
  filters: Partial<AnalyticsInput>,
) {
  const question = AnalyticsInput.parse(filters)
  const [views, engagement, places, devices, referrers, byChannel, log] = await Promise.all([
    readViews(db, agent, question),
    readEngagement(db, agent, question),
    readViewsByPlace(db, agent, question),
    readViewsByDevice(db, agent, question),
    readViewsByReferrer(db, agent, question),
    readViewsByChannel(db, agent, question),
    readLog(db, agent, filters),
  ])
  const real = recount(rows, scope, localDay, filters, views)
  expect(views).toMatchObject({
    ...{ days: real.days, daysBefore: real.daysBefore },
    ...{ views: real.views, visitors: real.visitors },
  })
  const { documents, ...metrics } = engagement
  for (const [name, metric] of Object.entries(metrics)) {
    const { now, before } = real[name as keyof typeof metrics]
    expect([name, metric.now, metric.before]).toEqual([name, expect.closeTo(now, 9), expect.closeTo(before, 9)])
  }
  expect(sorted(documents.map(({ fileId, opens, downloads }) => ({ fileId, opens, downloads })))).toEqual(
    sorted(real.documents),
  )
  expect(sorted(places)).toEqual(sorted(real.places))
  expect(sorted(referrers)).toEqual(sorted(real.referrers))
  expect(sorted(byChannel.channels.map(({ name: _, ...counts }) => counts))).toEqual(sorted(real.channels))
  expect(sorted(byChannel.campaigns)).toEqual(sorted(real.campaigns))
  const addUp = (key: 'views' | 'visitors' | 'leads') =>
    byChannel.channels.reduce((total, channel) => total + channel[key], 0)
  expect([addUp('views'), addUp('leads')]).toEqual([views.views.now, engagement.leads.now])
  // One buyer who came by two links on a day is one visitor of both.
  if (!question.leadId) expect(addUp('visitors')).toBe(views.visitors.now)
  for (const part of ['devices', 'systems', 'browsers'] as const)
    expect(sorted(devices[part])).toEqual(sorted(real[part]))
  expect(log).toEqual(inOrder(real.log))
}

export async function expectDashboardToAgree({
  db,
  agent,
  rows,
  localDay,
  scope = scopeOfAgent(agent.id),
}: AgencyEvents) {
  for (const range of ['7d', '30d', '90d', '12m'] as const) {
    const dashboard = await readDashboard(db, agent, DashboardInput.parse({ range }))
    const real = recount(rows, scope, localDay, {}, dashboard)
    const { days, daysBefore, views, visitors, leads, filesOpened } = real
    expect(dashboard).toMatchObject({ days, daysBefore, views, visitors, leads, filesOpened })
    expect(dashboard.conversion.now).toBeCloseTo(real.conversion.now, 9)
    const seen = real.listings.filter((one) => one.views > 0)
    expect(sorted(dashboard.topListings.map(({ title: _, ...counts }) => counts))).toEqual(sorted(seen))
  }
}

/** The cards of listings count the same last 30 days as the dashboard. */
export async function expectListingsToAgree({
  db,
  agent,
  rows,
  localDay,
  scope = scopeOfAgent(agent.id),
}: AgencyEvents) {
  const { listings } = await listListings(db, agent, ListListingsInput.parse({}))
  const dashboard = await readDashboard(db, agent, DashboardInput.parse({ range: '30d' }))
  const real = recount(rows, scope, localDay, {}, dashboard)
  for (const { id, views, leads } of listings) {
    const counts = real.listings.find((one) => one.id === id) ?? { views: 0, leads: 0 }
    expect({ views, leads }).toEqual({ views: counts.views, leads: counts.leads })
  }
}

/** Leads have the documents of their own events, and everything that counts leads to reply to counts the same ones. */
export async function expectLeadsToAgree({ db, agent, rows }: AgencyEvents) {
  const { leads } = await listLeads(db, agent, ListLeadsInput.parse({ limit: 100 }))
  const filesOf = (leadId: string, name: string) =>
    new Set(rows.filter((row) => row.leadId === leadId && row.event === name).map(({ fileId }) => fileId)).size
  for (const { id, openedFiles, downloadedFiles } of leads)
    expect({ openedFiles, downloadedFiles }).toEqual({
      openedFiles: filesOf(id, 'file_view'),
      downloadedFiles: filesOf(id, 'file_download'),
    })
  const toReply = leads.filter(({ status, archivedAt }) => status === 'new' && !archivedAt)
  const { leads: filtered } = await listLeads(db, agent, ListLeadsInput.parse({ status: 'needs_reply', limit: 100 }))
  const { newLeads, attention } = await readDashboard(db, agent, DashboardInput.parse({}))
  expect(filtered).toEqual(toReply)
  expect(newLeads.map(({ id }) => id)).toEqual(toReply.slice(0, 5).map(({ id }) => id))
  expect((await countLeads(db, agent)).needs_reply).toBe(toReply.length)
  expect(attention).toContainEqual({ kind: 'leads to reply to', count: toReply.length })
}

/** The whole log, a few at a time. */
async function readLog(db: Db, agent: Agent, filters: object) {
  const ids: string[] = []
  for (let cursor: string | undefined | null; cursor !== null; ) {
    const page = await listEvents(db, agent, ListEventsInput.parse({ ...filters, limit: 37, cursor }))
    ids.push(...page.events.map(({ id }) => id))
    cursor = page.next
  }
  return ids
}

const inOrder = (rows: EventRow[]) =>
  rows
    .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime() || (one.id < other.id ? 1 : -1))
    .map(({ id }) => id)
