import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { file } from '#db/schema/files.ts'
import { inviteeReading } from '#db/schema/invitees.ts'
import { reading } from '#db/schema/readings.ts'
import { recordEntry, recordSubject } from '#db/schema/record.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import type { Services } from '#platform/services.server.ts'
import { addToRecord } from './addToRecord.server.ts'

const NoData = z.object({})
const READINGS_PER_BATCH = 200
/** Someone who has reported nothing for this long has stopped reading. */
const ENDED_MINUTES = 30
/** One entry a day at most for each reader and version. */
const PAUSE_HOURS = 20
/** Long enough for a job that did not run for days. */
const LOOK_BACK_DAYS = 8

interface EndedReading extends Record<string, unknown> {
  agencyId: string
  listingId: string
  leadId: string
  inviteeId: string | null
  fileId: string
  name: string
  version: number
  pagesRead: number
  pages: number
  seconds: number
}

/** Adds how far people have read to the record, once they have stopped reading. The numbers are sums since they first opened the version. */
export const recordReadingsJob: Job<z.infer<typeof NoData>, Services> = {
  name: 'record_readings',
  data: NoData,
  schedule: '*/30 * * * *',
  async work({ database: { db } }) {
    for (;;) {
      const ended = await listEndedReadings(db)
      for (const { agencyId, listingId, leadId, inviteeId, fileId, version, name, pagesRead, pages, seconds } of ended)
        await db.transaction((tx) =>
          addToRecord(tx, { agencyId, listingId }, [
            {
              ...{ kind: 'version_read', person: { leadId, inviteeId }, fileId, version },
              details: { name, pagesRead, pages, seconds },
            },
          ]),
        )
      if (ended.length < READINGS_PER_BATCH) return
    }
  },
}

/** Without entry since the last page was read. */
async function listEndedReadings(db: Db) {
  const { rows } = await db.execute<EndedReading>(sql`
    select subject."agencyId", subject."listingId", subject."leadId", subject."inviteeId", one."fileId", one.version, ${file.name} as name,
      (select count(*) from unnest(one."pageSeconds") as seconds where seconds >= 1)::int as "pagesRead",
      greatest(array_length(one."pageSeconds", 1), case when ${file.version} = one.version then ${file.pageCount} end, 1)::int as pages,
      (select round(coalesce(sum(seconds), 0)) from unnest(one."pageSeconds") as seconds)::int as seconds
    from (
      select "leadId", null as "inviteeId", "fileId", version, "pageSeconds", "lastReadAt" from ${reading}
      union all
      select null, "inviteeId", "fileId", version, "pageSeconds", "lastReadAt" from ${inviteeReading}
    ) one
    join ${recordSubject} subject on subject."inviteeId" = one."inviteeId"
      or (one."inviteeId" is null and subject."leadId" = one."leadId" and subject."inviteeId" is null)
    join ${file} on ${file.id} = one."fileId"
    where one."lastReadAt" between now() - make_interval(days => ${LOOK_BACK_DAYS}) and now() - make_interval(mins => ${ENDED_MINUTES})
      and subject."leadId" is not null
      and not exists (
        select from ${recordEntry} entry where entry."listingId" = subject."listingId" and entry."subjectId" = subject.id
          and entry.kind = 'version_read' and entry."fileId" = one."fileId" and entry.version = one.version
          and entry."recordedAt" > least(one."lastReadAt", now() - make_interval(hours => ${PAUSE_HOURS}))
      )
    limit ${READINGS_PER_BATCH}`)
  return rows
}
