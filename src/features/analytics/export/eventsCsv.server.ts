import type { Db } from '#db/client.server.ts'
import { type Columns, csvTable, csvTime } from '#platform/csvDownload.server.ts'
import type { Agent } from '#platform/session.server.ts'
import { wordsFor } from '#ui/events/eventWords.ts'
import type { EventsFilter, LoggedEvent } from '../analytics.ts'
import { type Inquiry, inquire } from '../inquiry.server.ts'
import { pageOfEvents } from '../listEvents.server.ts'
import { machineName } from '../page/names.ts'

const AT_A_TIME = 1_000

/** What is asked for is looked into before the first line, so that what is not the agent's can still be refused. */
export async function eventsCsv(db: Db, agent: Agent, filter: EventsFilter) {
  const inquiry = await inquire(db, agent, filter)
  return csvTable(columnsIn(inquiry), async (cursor) => {
    const { events, next } = await pageOfEvents(db, inquiry, { event: filter.event, limit: AT_A_TIME, cursor })
    return { rows: events, next }
  })
}

function columnsIn({ timeZone }: Inquiry): Columns<LoggedEvent> {
  const time = csvTime(timeZone)
  const words: [string, keyof LoggedEvent][] = [
    ['Listing', 'listingTitle'],
    ['Buyer', 'leadName'],
    ['Document', 'fileName'],
    ['Country', 'country'],
    ['Region', 'region'],
    ['City', 'city'],
  ]
  return {
    Date: ({ at }) => time(at),
    Event: ({ event }) => wordsFor(event, { fileName: null }),
    ...Object.fromEntries(words.map(([heading, key]) => [heading, (row: LoggedEvent) => String(row[key] ?? '')])),
    Device: ({ device }) => (device ? machineName(device) : ''),
    System: ({ os }) => os ?? '',
    Browser: ({ browser }) => browser ?? '',
    Referrer: ({ referrerHostname }) => referrerHostname ?? '',
    Seconds: ({ seconds }) => seconds ?? '',
  }
}
