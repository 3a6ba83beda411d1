import { and, eq, gt, gte, isNull, lt, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { ago } from '#db/clock.server.ts'
import { profile } from '#db/schema/accounts.ts'
import { lead } from '#db/schema/leads.ts'
import { readingSession } from '#db/schema/readings.ts'
import { HOT_HEAT } from '#features/analytics/heatLevels.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import { announceAll } from '#platform/outbound/webhooks/announce.server.ts'
import type { Services } from '#platform/services.server.ts'
import { DEFAULT_TIME_ZONE } from '#values/time.ts'
import { scoreHeat } from '../../heat/heat.ts'
import { readLeadActivity, toHeatSignals } from './leadActivity.server.ts'

/** Small, because what these buyers do meanwhile waits for the batch. */
const LEADS_PER_BATCH = 200
/** A run ends after this many. The next one, a minute later, goes on. */
const MAX_BATCHES = 50

const NoData = z.object({})

/** Keeps the heat of leads up to date: soon after they did something, and once on each local day of their agent. */
export const updateLeadHeatJob: Job<z.infer<typeof NoData>, Services> = {
  name: 'update_lead_heat',
  data: NoData,
  schedule: '* * * * *',
  async work({ database }) {
    await updateDueLeadHeat(database.db)
  },
}

export interface HeatChange {
  leadId: string
  before: number
  now: number
}

/** Works out the heat of all leads that are due. Returns those whose heat changed. */
export async function updateDueLeadHeat(db: Db): Promise<HeatChange[]> {
  const changes: HeatChange[] = []
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const { count, changed } = await db.transaction(updateBatch)
    changes.push(...changed)
    if (count < LEADS_PER_BATCH) break
  }
  return changes
}

export const becameHot = ({ before, now }: Omit<HeatChange, 'leadId'>) => before < HOT_HEAT && now >= HOT_HEAT

/** The leads stay locked meanwhile, so nothing that happens between reading and writing is forgotten: it makes them due again afterwards. */
async function updateBatch(tx: Db) {
  const due = await buildDueLeadsQuery(tx, LEADS_PER_BATCH)
  const decaying = due.length < LEADS_PER_BATCH ? await buildDecayingLeadsQuery(tx, LEADS_PER_BATCH - due.length) : []
  const leads = [...new Map([...due, ...decaying].map((one) => [one.id, one])).values()]
  const activity = await readLeadActivity(
    tx,
    [...new Set(leads.map(({ agencyId }) => agencyId))],
    leads.map(({ id }) => id),
  )
  const scored = leads.flatMap(({ id, agencyId, listingId, today, isEmailVerified, heat: before }) => {
    const done = activity.get(id)
    if (!done) return []
    const { total, points } = scoreHeat(toHeatSignals(done, isEmailVerified, today))
    return { id, agencyId, listingId, before, heat: total, points, day: today }
  })
  // A trigger summarises the person whenever a heat is written, so unchanged ones are not.
  const changed = scored.filter(({ before, heat }) => heat !== before)
  const unchanged = scored.filter(({ before, heat }) => heat === before)
  if (changed.length > 0)
    await tx.execute(sql`
      update ${lead} set "heat" = scored.heat, "heatPoints" = scored.points, "heatDay" = scored.day, "isHeatDue" = false
      from ${recordset(changed)} where ${lead.id} = scored.id`)
  if (unchanged.length > 0)
    await tx.execute(sql`
      update ${lead} set "heatPoints" = scored.points, "heatDay" = scored.day, "isHeatDue" = false
      from ${recordset(unchanged)} where ${lead.id} = scored.id`)
  await announceAll(
    tx,
    changed
      .filter(({ before, heat }) => becameHot({ before, now: heat }))
      .map(({ id, agencyId, listingId, heat }) => ({
        ...{ agencyId, type: 'lead.hot', objectId: id },
        data: { leadId: id, listingId, heat },
      })),
  )
  return {
    count: due.length + decaying.length,
    changed: changed.map(({ id, before, heat }) => ({ leadId: id, before, now: heat })),
  }
}

const recordset = (rows: object[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as scored(id text, heat integer, points jsonb, day date)`

const localToday = sql`(now() at time zone coalesce(${profile.timeZone}, ${DEFAULT_TIME_ZONE}))::date`
/** Where a day begins first on earth. For the index, which knows no time zones. */
const earliestToday = sql`(now() at time zone 'Pacific/Kiritimati')::date`

const dueColumns = {
  id: lead.id,
  agencyId: lead.agencyId,
  listingId: lead.listingId,
  heat: lead.heat,
  isEmailVerified: sql<boolean>`${lead.provenAt} is not null`,
  today: sql<string>`to_char(${localToday}, 'YYYY-MM-DD')`,
}

/** Leads of which something happened since their heat was worked out. Those that another process holds are left to it. */
export const buildDueLeadsQuery = (tx: Db, limit: number) =>
  tx
    .select(dueColumns)
    .from(lead)
    .leftJoin(profile, eq(profile.userId, lead.userId))
    .where(sql`${lead.isHeatDue}`)
    .limit(limit)
    .for('no key update', { of: lead, skipLocked: true })

/** Leads whose heat is from an earlier local day of their agent. */
export const buildDecayingLeadsQuery = (tx: Db, limit: number) =>
  tx
    .select(dueColumns)
    .from(lead)
    .leftJoin(profile, eq(profile.userId, lead.userId))
    .where(and(gt(lead.heat, 0), lt(lead.heatDay, earliestToday), sql`${lead.heatDay} < ${localToday}`))
    .limit(limit)
    .for('no key update', { of: lead, skipLocked: true })

/** A reader reports every 15 seconds. */
const READING_NOW_MS = 60_000

/** Hot leads who are reading at the moment, and of whom the agent has not been told today. */
export const listHotReaders = (db: Db) =>
  db
    .selectDistinct({
      leadId: lead.id,
      agentId: lead.userId,
      listingId: lead.listingId,
      today: sql<string>`to_char(${localToday}, 'YYYY-MM-DD')`,
    })
    .from(readingSession)
    .innerJoin(lead, eq(lead.id, readingSession.leadId))
    .leftJoin(profile, eq(profile.userId, lead.userId))
    .where(
      and(
        gt(readingSession.reportedAt, ago(READING_NOW_MS)),
        gte(lead.heat, HOT_HEAT),
        isNull(lead.archivedAt),
        or(isNull(lead.hotNotifiedOn), sql`${lead.hotNotifiedOn} < ${localToday}`),
      ),
    )
