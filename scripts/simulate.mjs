// Prints how far one database goes, from bench/results and the assumptions beside this. With --write it is put into docs/scale.md, and with --check compared with that.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as given from './simulate/assumptions.mjs'
import { fewestServers, simulateQueue } from './simulate/queue.mjs'
import { root } from './steps/root.mjs'

const { TARGET, MONTHS_KEPT, DAYS_PER_MONTH } = given
const GB = 1e9
const SECONDS_PER_DAY = 86_400
const SECONDS_PER_MONTH = DAYS_PER_MONTH * SECONDS_PER_DAY
/** One minute in ten is a burst. */
const SIMULATED_SECONDS = 600
/** Each web process and worker has up to this many, and one that listens. */
const CONNECTIONS_PER_PROCESS = 11
const WORKERS = 2

const read = (name) => JSON.parse(readFileSync(join(root, `bench/results/${name}.json`), 'utf8'))
const [scale, requests, reading, weight, backup] = ['scale', 'requests', 'reading', 'weight', 'backup'].map(read)

const perMonth = {
  event: TARGET.eventsPerMonth,
  view: TARGET.eventsPerMonth * given.EVENT_SHARES.listing_view,
  listing: TARGET.eventsPerMonth / given.EVENTS_PER_LISTING,
  lead: TARGET.eventsPerMonth * given.EVENT_SHARES.lead_created,
  opened: TARGET.eventsPerMonth * given.EVENT_SHARES.file_view,
}
const people = TARGET.agencies * given.PEOPLE_PER_AGENCY

/** What is asked each month, what it costs the web process, and what it costs PostgreSQL. Milliseconds of a processor. */
const { statements } = scale
const kinds = [
  { name: 'page that is kept', perMonth: perMonth.view, web: requests.cpuMs.pageHit, database: 0, onEdge: true },
  {
    name: 'page for the first time',
    perMonth: perMonth.listing * given.RENDERINGS_PER_LISTING,
    web: requests.cpuMs.pageMiss,
    database: statements.portalList.cpuMs,
  },
  {
    name: 'photo',
    perMonth: perMonth.view * given.PHOTOS_PER_VIEW,
    web: requests.cpuMs.photo,
    database: statements.photo.cpuMs,
    onEdge: true,
  },
  { name: 'event', perMonth: perMonth.event, web: requests.cpuMs.event, database: statements.event.cpuMs },
  { name: 'lead', perMonth: perMonth.lead, web: requests.cpuMs.lead, database: statements.lead.cpuMs },
  {
    name: 'report of what is read',
    perMonth: perMonth.opened * given.REPORTS_PER_OPENED_DOCUMENT,
    web: reading.cpuMsPerReport,
    database: statements.report.cpuMs,
  },
  {
    name: 'call of the portal',
    perMonth: people * given.PORTAL_CALLS_PER_PERSON_AND_DAY * 22,
    web: requests.cpuMs.portalList,
    database: statements.portalList.cpuMs,
  },
]

/** The busiest hour of the busiest day, as a part of the mean. */
const PEAK = Math.max(...given.SHARE_BY_HOUR) * 24 * given.BUSIEST_DAY
const peakPerSecond = ({ perMonth: amount }, times = 1) => (amount / SECONDS_PER_MONTH) * PEAK * times

const limits = { maxWaitMs: given.MAX_WAIT_MS, maxUtilisation: given.MAX_UTILISATION }
function serversFor(side, { times = 1, hasEdge = false } = {}) {
  const asked = kinds.filter((kind) => kind[side] > 0 && !(hasEdge && kind.onEdge))
  const load = asked.map((kind) => ({ perSecond: peakPerSecond(kind, times), ms: kind[side] }))
  return fewestServers({ kinds: load, seconds: SIMULATED_SECONDS, burst: given.BURST }, limits)
}
const busyAtPeak = (side, times = 1) =>
  kinds.reduce((sum, kind) => sum + (peakPerSecond(kind, times) * kind[side]) / 1_000, 0)

/** Rows and bytes that a month adds. */
const sums = scale.tables.event_day.rows / scale.tables.event.rows
const rows = Object.entries({ ...given.ROWS, event_day: { each: 'event', rows: sums } }).map(
  ([table, { each, rows: amount }]) => {
    const added = each === 'person and day' ? people * 22 * amount : perMonth[each] * amount
    const { bytesPerRow } = scale.tables[table]
    return { table, added, bytesPerRow, bytes: added * bytesPerRow * given.BLOAT }
  },
)
const bytesPerMonth = rows.reduce((sum, { bytes }) => sum + bytes, 0)
const fileBytesPerListing =
  given.DOCUMENTS_PER_LISTING * given.BYTES_PER_DOCUMENT + given.PHOTOS_PER_LISTING * given.BYTES_PER_PHOTO
const logPerMonth =
  perMonth.event * statements.event.logBytes +
  perMonth.lead * statements.lead.logBytes +
  perMonth.opened * given.REPORTS_PER_OPENED_DOCUMENT * statements.report.logBytes

const number = (value) => Math.round(value).toLocaleString('en-NZ')
const short = (value) => (value >= 100 ? number(value) : value >= 10 ? value.toFixed(1) : value.toFixed(2))
const millions = (value) => `${short(value / 1e6)} M`
const gigabytes = (bytes) => (bytes >= 1_000 * GB ? `${short(bytes / GB / 1_000)} TB` : `${short(bytes / GB)} GB`)
const table = (head, lines) =>
  [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const path = join(root, 'docs/scale.md')
const [BEGIN, END] = ['<!-- npm run simulate -- --write -->', '<!-- end -->']
const text = readFileSync(path, 'utf8')
const [before = '', rest = ''] = text.split(BEGIN)
const current = `${before}${BEGIN}\n\n${sections().join('\n\n')}\n\n${END}${rest.split(END)[1] ?? ''}`
if (process.argv.includes('--write')) writeFileSync(path, current)
else if (process.argv.includes('--check')) {
  if (!rest || text !== current) {
    console.error('docs/scale.md is not what the results say: npm run simulate -- --write')
    process.exit(1)
  }
  console.log('docs/scale.md is what the results say.')
} else console.log(sections().join('\n\n'))

function sections() {
  return [costs(), growth(), peaks(), ends()]
}

function costs() {
  const total = (side) => kinds.reduce((sum, kind) => sum + kind.perMonth * kind[side], 0)
  const lines = kinds.map((kind) => [
    kind.name,
    millions(kind.perMonth),
    short(peakPerSecond(kind)),
    short(kind.web),
    short(kind.database),
    `${Math.round((100 * kind.perMonth * kind.web) / total('web'))} %`,
    `${Math.round((100 * kind.perMonth * kind.database) / total('database'))} %`,
  ])
  const head = [
    'request',
    'a month',
    'a second at the busiest hour',
    'web, ms',
    'PostgreSQL, ms',
    'of the web',
    'of PostgreSQL',
  ]
  return `### What is asked, and what it costs\n\n${table(head, lines)}`
}

function growth() {
  const lines = [...rows]
    .sort((one, other) => other.bytes - one.bytes)
    .slice(0, 10)
    .map(({ table: name, added, bytesPerRow, bytes }) => [
      `\`${name}\``,
      millions(added),
      number(bytesPerRow),
      gigabytes(bytes),
    ])
  const others =
    rows.reduce((sum, { bytes }) => sum + bytes, 0) -
    [...rows]
      .sort((a, b) => b.bytes - a.bytes)
      .slice(0, 10)
      .reduce((sum, { bytes }) => sum + bytes, 0)
  return [
    '### What grows',
    table(
      ['table', 'rows a month', 'bytes a row', 'a month'],
      [
        ...lines,
        ['the others', '', '', gigabytes(others)],
        ['**all tables**', '', '', `**${gigabytes(bytesPerMonth)}**`],
      ],
    ),
    table(
      ['what', 'a month', `after ${MONTHS_KEPT} months`],
      [
        ['tables and indexes', gigabytes(bytesPerMonth), gigabytes(bytesPerMonth * MONTHS_KEPT)],
        ['PostgreSQL’s log, for a standby and backups', gigabytes(logPerMonth), 'as long as backups are kept'],
        [
          'documents and photos',
          gigabytes(perMonth.listing * fileBytesPerListing),
          gigabytes(perMonth.listing * fileBytesPerListing * MONTHS_KEPT),
        ],
        [
          'pages and photos sent to visitors',
          gigabytes(
            perMonth.view *
              (weight.listingHtmlBytes +
                weight.listingJavaScriptBytes +
                given.PHOTOS_PER_VIEW * weight.listingPhotoBytes),
          ),
          '',
        ],
      ],
    ),
  ].join('\n\n')
}

function peaks() {
  const line = (name, times, hasEdge) => {
    const web = serversFor('web', { times, hasEdge })
    const database = serversFor('database', { times })
    const connections = (web.servers + WORKERS) * CONNECTIONS_PER_PROCESS
    return [
      name,
      String(web.servers),
      `${short(web.p95)} ms`,
      String(database.servers),
      `${short(database.p95)} ms`,
      String(connections),
    ]
  }
  return [
    '### How many processes and processors at the busiest hour',
    table(
      [
        'traffic',
        'web processes',
        'waiting there, p95',
        'processors of PostgreSQL',
        'waiting there, p95',
        'connections',
      ],
      [
        line('a tenth', 0.1, false),
        line('all of it', 1, false),
        line('all of it, with a CDN', 1, true),
        line('three times, with a CDN', 3, true),
      ],
    ),
  ].join('\n\n')
}

function ends() {
  const needed = busyAtPeak('database')
  const line = (processors) => {
    const times = (processors * given.MAX_UTILISATION) / needed
    const { p95, utilisation } = simulateQueue({
      kinds: kinds
        .filter((kind) => kind.database > 0)
        .map((kind) => ({ perSecond: peakPerSecond(kind, times), ms: kind.database })),
      ...{ servers: processors, seconds: 4, burst: { times: 1, secondsOf: 0, every: 60 } },
    })
    const bytes = bytesPerMonth * times * MONTHS_KEPT
    const restoreDays = bytes / (backup.restoreMegabytesPerSecond * 1e6) / SECONDS_PER_DAY
    return [
      `${processors} processors`,
      `${millions(TARGET.eventsPerMonth * times)} events a month`,
      `${Math.round(100 * utilisation)} %`,
      `${short(p95)} ms`,
      gigabytes(bytes),
      `${short(restoreDays)} days`,
    ]
  }
  return [
    '### Where one PostgreSQL ends',
    table(
      [
        'one PostgreSQL with',
        'is full at',
        'busy',
        'waiting, p95',
        `tables after ${MONTHS_KEPT} months then`,
        'our own restore of that would take',
      ],
      [8, 16, 32, 64].map(line),
    ),
  ].join('\n\n')
}
