import type { Db } from '#db/client.server.ts'
import type { Agent } from '#platform/session.server.ts'
import type { DashboardQuestion, DashboardSummary, DayCount, Figure } from '../analytics.ts'
import { countDays } from '../countDays.server.ts'
import { inquire } from '../inquiry.server.ts'
import { share } from '../readEngagement.server.ts'
import { totalOf } from '../readViews.server.ts'
import { findAttention } from './findAttention.server.ts'
import { findFirstRun } from './findFirstRun.server.ts'
import { listBestListings } from './listBestListings.server.ts'
import { listNewLeads } from './listNewLeads.server.ts'

/** What an agent sees first. */
export async function readDashboard(db: Db, agent: Agent, question: DashboardQuestion): Promise<DashboardSummary> {
  const inquiry = await inquire(db, agent, question)
  const [{ days, daysBefore }, newLeads, bestListings, attention, firstRun] = await Promise.all([
    countDays(db, inquiry),
    listNewLeads(db, agent),
    listBestListings(db, inquiry),
    findAttention(db, agent),
    findFirstRun(db, agent),
  ])
  const { timeZone, span, spanBefore } = inquiry
  const figure = (number: (days: DayCount[]) => number): Figure => ({ now: number(days), before: number(daysBefore) })
  return {
    timeZone,
    span,
    spanBefore,
    views: figure((days) => totalOf(days, 'views')),
    visitors: figure((days) => totalOf(days, 'visitors')),
    leads: figure((days) => totalOf(days, 'leads')),
    conversion: figure((days) => share(totalOf(days, 'leads'), totalOf(days, 'visitors'))),
    filesOpened: figure((days) => totalOf(days, 'filesOpened')),
    days,
    daysBefore,
    newLeads,
    bestListings,
    attention,
    firstRun,
  }
}
