import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { agentTimeZone } from '#db/schema/accounts.ts'
import { file } from '#db/schema/files.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { heatReasons, scoreHeat } from '../../heat/heat.ts'
import { leadBrief } from '../../heat/leadBrief.ts'
import type { DocumentReading } from '../reading/readReadings.server.ts'
import { type LeadActivityRows, mergeVersions, readLeadActivity, toHeatSignals } from './leadActivity.server.ts'

interface DescribedLead {
  id: string
  readingDeclinedAt: Date | null
}

/** Leads with what to know before ringing, in words. */
export async function addBriefs<Lead extends DescribedLead>(db: Db, agent: Agent, leads: Lead[]) {
  const described = await addBriefsAndCounts(db, agent, leads)
  return described.map(({ lead, brief }) => ({ ...lead, brief }))
}

/** The same with how many different documents each has opened on the page, and saved. */
export async function addBriefsAndCounts<Lead extends DescribedLead>(db: Db, agent: Agent, leads: Lead[]) {
  if (leads.length === 0) return []
  const today = await readLocalDay(db, agent)
  const activity = await readLeadActivity(
    db,
    [agent.agencyId],
    leads.map(({ id }) => id),
  )
  return leads.map((lead) => {
    const { openedFiles = 0, downloadedFiles = 0 } = activity.get(lead.id) ?? {}
    return { lead, brief: briefFor(lead, activity.get(lead.id), today), openedFiles, downloadedFiles }
  })
}

interface HeatedLead extends DescribedLead {
  heat: number
  heatPoints: Record<string, number>
  isHeatDue: boolean
  provenAt: Date | null
}

/** One lead with its brief, what it read page by page, and every point of its heat in words. */
export async function describeLead(db: Db, agent: Agent, lead: HeatedLead) {
  const today = await readLocalDay(db, agent)
  const activity = (await readLeadActivity(db, [agent.agencyId], [lead.id])).get(lead.id)
  if (!activity) return { brief: briefFor(lead, undefined, today), heat: 0, heatReasons: [], readDocuments: [] }
  const signals = toHeatSignals(activity, lead.provenAt !== null, today)
  // Up to the minute, so that the reasons always add up to the heat.
  const { total, points } = lead.isHeatDue ? scoreHeat(signals) : { total: lead.heat, points: lead.heatPoints }
  return {
    brief: briefFor(lead, activity, today),
    heat: total,
    heatReasons: heatReasons(points, {
      signals,
      documents: mergeVersions(activity.documents),
      answers: activity.answers,
    }),
    readDocuments: await addPictures(db, agent.agencyId, activity.documents),
  }
}

function briefFor({ readingDeclinedAt }: DescribedLead, activity: LeadActivityRows | undefined, today: string) {
  const { documents = [], searches = [], ...visits } = activity ?? {}
  return leadBrief({
    ...{ visitDays: [], openedFiles: 0, downloadedFiles: 0, ...visits },
    documents: mergeVersions(documents),
    searches: [...new Set(searches.map(({ words }) => words))],
    isReadingDeclined: readingDeclinedAt !== null,
    today,
  })
}

/** Documents with what the picture of their first page needs, the longest reading first. */
async function addPictures(db: Db, agencyId: string, documents: DocumentReading[]) {
  if (documents.length === 0) return []
  const files = await db
    .select({
      id: file.id,
      // Of a PDF whose pages were counted, the first one was drawn.
      hasPicture: sql<boolean>`${file.contentType} = 'application/pdf' and ${file.state} = 'ready' and ${file.pageCount} is not null
        and ${file.erasedAt} is null`,
      replacedAt: file.replacedAt,
    })
    .from(file)
    .where(
      and(
        eq(file.agencyId, agencyId),
        inArray(
          file.id,
          documents.map(({ fileId }) => fileId),
        ),
      ),
    )
  const byId = new Map(files.map((one) => [one.id, one]))
  return documents
    .toSorted((one, other) => other.seconds - one.seconds)
    .map((document) => {
      const found = byId.get(document.fileId)
      const hasPicture = found?.hasPicture === true && document.isCurrentVersion
      return { ...document, hasPicture, replacedAt: found?.replacedAt ?? null }
    })
}

/** The agent's local day: "2026-11-15". */
async function readLocalDay(db: Db, agent: Agent) {
  const { rows } = await db.execute<{ today: string }>(
    sql`select to_char(now() at time zone ${agentTimeZone(agent.id)}, 'YYYY-MM-DD') as today`,
  )
  return rows[0]?.today ?? ''
}
