import type { Db } from '#db/client.server.ts'
import type { Agent } from '#platform/session.server.ts'
import type { AnalyticsQuestion, DayCount, Views } from './analytics.ts'
import { countDays } from './countDays.server.ts'
import { inquire } from './inquiry.server.ts'

/** How often listings were looked at, day by day, in the range and in the one before it. */
export async function readViews(db: Db, agent: Agent, question: AnalyticsQuestion): Promise<Views> {
  const inquiry = await inquire(db, agent, question)
  const { days, daysBefore } = await countDays(db, inquiry)
  const { span, spanBefore, isBeingRecut } = inquiry
  return {
    isBeingRecut,
    span,
    spanBefore,
    days,
    daysBefore,
    views: { now: totalOf(days, 'views'), before: totalOf(daysBefore, 'views') },
    visitors: { now: totalOf(days, 'visitors'), before: totalOf(daysBefore, 'visitors') },
  }
}

export function totalOf(days: DayCount[], what: Exclude<keyof DayCount, 'day'>) {
  return days.reduce((total, day) => total + day[what], 0)
}
