import { and, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { event } from '#db/schema/events.ts'
import { leadAnswer } from '#db/schema/leads.ts'
import { DAY_MS } from '#values/time.ts'
import { type AnswerSignal, type DocumentSignal, type HeatSignals, MIN_PAGE_SECONDS } from '../../heat/heat.ts'
import type { BriefDocument } from '../../heat/leadBrief.ts'
import { type DocumentReading, type DocumentSearch, listReadings } from '../reading/readReadings.server.ts'

/** What a lead has done, as the heat and the brief need it. */
export interface LeadActivityRows {
  /** The agent's local days with a visit, the earliest first. */
  visitDays: string[]
  /** How many different documents they opened, and downloaded. */
  openedFiles: number
  downloadedFiles: number
  documents: DocumentReading[]
  searches: DocumentSearch[]
  answers: (AnswerSignal & { question: string })[]
}

/** The activity of leads, by lead, in a few queries for all of them. The caller has checked whose leads they are, and of which agencies. */
export async function readLeadActivity(
  db: Db,
  agencyIds: string[],
  leadIds: string[],
): Promise<Map<string, LeadActivityRows>> {
  if (leadIds.length === 0) return new Map()
  const visits = await countVisits(db, agencyIds, leadIds)
  const readings = await listReadings(db, agencyIds, leadIds)
  const answers = await listLibraryAnswers(db, agencyIds, leadIds)
  const visitsByLead = new Map(visits.map(({ leadId, ...counts }) => [leadId, counts]))
  const answersByLead = Map.groupBy(answers, ({ leadId }) => leadId)
  const noVisits = { visitDays: [], openedFiles: 0, downloadedFiles: 0 }
  return new Map(
    leadIds.map((id) => [
      id,
      {
        ...(visitsByLead.get(id) ?? noVisits),
        ...(readings.get(id) ?? { documents: [], searches: [] }),
        answers: answersByLead.get(id) ?? [],
      },
    ]),
  )
}

function countVisits(db: Db, agencyIds: string[], leadIds: string[]) {
  const countFiles = (name: 'file_view' | 'file_download') =>
    sql<number>`count(distinct ${event.fileId}) filter (where ${event.event} = ${name})`.mapWith(Number)
  return db
    .select({
      leadId: sql<string>`${event.leadId}`,
      // Every event is something the buyer did on the page: a lead that an agent added has none until they visit.
      visitDays: sql<string[]>`array_agg(distinct to_char(${event.localDay}, 'YYYY-MM-DD'))`,
      openedFiles: countFiles('file_view'),
      downloadedFiles: countFiles('file_download'),
    })
    .from(event)
    .where(and(inArray(event.agencyId, agencyIds), inArray(event.leadId, leadIds)))
    .groupBy(event.leadId)
}

const listLibraryAnswers = (db: Db, agencyIds: string[], leadIds: string[]) =>
  db
    .select({
      leadId: leadAnswer.leadId,
      libraryKey: sql<string>`${leadAnswer.libraryKey}`,
      question: leadAnswer.question,
      answer: leadAnswer.answer,
    })
    .from(leadAnswer)
    .where(
      and(
        inArray(leadAnswer.agencyId, agencyIds),
        inArray(leadAnswer.leadId, leadIds),
        isNotNull(leadAnswer.libraryKey),
      ),
    )
    .orderBy(leadAnswer.leadId, leadAnswer.rank)

/** The signals of the heat on a local day. */
export function toHeatSignals(activity: LeadActivityRows, isEmailVerified: boolean, today: string): HeatSignals {
  const { visitDays, downloadedFiles, searches, answers } = activity
  const last = visitDays.toSorted().at(-1)
  return {
    daysSinceVisit: last === undefined ? null : Math.max(0, countDays(last, today)),
    returnDays: Math.max(0, visitDays.length - 1),
    documents: mergeVersions(activity.documents).map(toDocumentSignal),
    downloads: downloadedFiles,
    searches: new Set(searches.map(({ words }) => words)).size,
    answers,
    isEmailVerified,
  }
}

const countDays = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

function toDocumentSignal({ fileId, kind, pageCount, pageSeconds, seconds }: MergedDocument): DocumentSignal {
  const pagesRead = pageSeconds.filter((onPage) => onPage >= MIN_PAGE_SECONDS).length
  return { fileId, kind, pageCount, pagesRead, seconds }
}

interface MergedDocument extends BriefDocument {
  fileId: string
  pageSeconds: number[]
}

/** Each document once: the time of all its versions, with the pages of the version that was read most. */
export function mergeVersions(documents: readonly DocumentReading[]): MergedDocument[] {
  return [...Map.groupBy(documents, ({ fileId }) => fileId).values()].flatMap((versions) => {
    const [most] = versions.toSorted((one, other) => other.seconds - one.seconds)
    if (!most) return []
    const { fileId, name, kind, pageCount, pageSeconds } = most
    const seconds = versions.reduce((sum, version) => sum + version.seconds, 0)
    return [{ fileId, name, kind, pageCount, pageSeconds, seconds }]
  })
}
