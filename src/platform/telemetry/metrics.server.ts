import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { EVENT_PATH, READING_PATH } from '../events/events.ts'

const METERS_KEY = Symbol.for('property-files.meters')
const globalStore = globalThis as { [METERS_KEY]?: ReturnType<typeof createMeters> }

/**
 * Prometheus metrics of this process. Labels are constants in the code, never visitors' input, so their number is
 * bounded. On the global object, because the development server reloads this module when it changes.
 */
export const meters = globalStore[METERS_KEY] ?? createMeters()
globalStore[METERS_KEY] = meters

function createMeters() {
  const registry = new Registry()
  const databaseRegistry = new Registry()
  const about = <Label extends string>(name: string, help: string, labelNames: Label[] = []) => ({
    name: `property_files_${name}`,
    help,
    labelNames,
    registers: [registry],
  })
  const aboutDatabase: typeof about = (name, help, labelNames) => ({
    ...about(name, help, labelNames),
    registers: [databaseRegistry],
  })
  return {
    /** What this process has counted. */
    registry,
    /** What the database says, which is the same for every process. */
    databaseRegistry,
    requests: new Histogram({
      ...about('request_seconds', 'Requests by route.', ['kind', 'call', 'method', 'status']),
      buckets: [0.005, 0.01, 0.025, 0.1, 0.25, 1, 2.5, 10],
    }),
    rateLimited: new Counter(about('rate_limited_total', 'Attempts refused by a rate limit.', ['limit'])),
    stalledConnections: new Counter(
      about('stalled_connections_total', 'Connections ended because the client stalled.'),
    ),
    emails: new Counter(about('emails_total', 'Emails handed to the SMTP server, by outcome.', ['outcome'])),
    receivedEmails: new Counter(
      about('received_emails_total', 'Emails to listings, by what the sending server was told.', ['outcome']),
    ),
    uploads: new Counter(about('uploads_total', 'Uploads that reached this step.', ['step'])),
    uploadedBytes: new Counter(about('uploaded_bytes_total', 'Bytes of finished uploads.')),
    events: new Counter(about('events_total', 'Visitor events, by outcome.', ['outcome'])),
    eventBatch: new Histogram({
      ...about('event_batch_size', 'Events written per statement.'),
      buckets: [1, 5, 20, 100, 500],
    }),
    leads: new Counter(about('leads_total', 'Leads received: new and repeat.', ['kind'])),
    recordChecks: new Counter(
      about('record_checks_total', 'Checks of listings’ records: intact, or changed.', ['outcome']),
    ),
    backups: new Counter(about('backups_total', 'Daily backups: made, or failed.', ['outcome'])),
    lastBackup: new Gauge({
      ...about('last_backup_timestamp_seconds', 'When the newest backup was made. 0 before the first.'),
      aggregator: 'max',
    }),
    jobRuns: new Histogram({
      ...about('job_run_seconds', 'Runs of background jobs in this process.', ['queue', 'outcome']),
      buckets: [0.01, 0.1, 1, 10, 60],
    }),
    jobs: new Gauge(aboutDatabase('jobs', 'Unfinished jobs in the queues.', ['queue', 'state'])),
    oldestJob: new Gauge(
      aboutDatabase('oldest_waiting_job_seconds', 'How long the oldest waiting job has been due.', ['queue']),
    ),
    connections: new Gauge(
      aboutDatabase('database_connections', 'Database connections of all our processes, by state.', ['state']),
    ),
    databaseAnswer: new Gauge(
      aboutDatabase('database_answer_seconds', 'Time from a query to this process’s pool until its answer.'),
    ),
    databaseUp: new Gauge(aboutDatabase('database_up', 'Whether the database answered in time.')),
  }
}

export type MetricList = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

export const readOwnMetrics = (): Promise<MetricList> => meters.registry.getMetricsAsJSON()

export type RequestKind =
  | 'call'
  | 'page'
  | 'asset'
  | 'photo'
  | 'document'
  | 'event'
  | 'reading'
  | 'crawler'
  | 'webhook'
  | 'other'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT'])
const CALL = /^\/_serverFn\/(\w{1,60})$/
const PHOTO = /^\/(?:photos|agent-photo)\/|\/preview\.jpg$/
const DOCUMENT = /^\/(?:storage|portal\/exports)\/|\/documents\.zip$|^\/portal\/\w+\.csv$/
const CRAWLER = /^\/(?:robots\.txt|llms\.txt|\.well-known\/|sitemap)/
const OTHER = /^\/(?:healthz|readyz|metrics|dev\/|checkout\/)/

interface CompletedRequest {
  method: string
  pathname: string
  status: number
  /** Only existing calls get this far: made-up names must not become labels. */
  reachedCall: boolean
  seconds: number
}

export function countRequest({ method, pathname, status, reachedCall, seconds }: CompletedRequest) {
  const kind = requestKind(method, pathname)
  meters.requests.observe(
    {
      kind,
      call: kind === 'call' && reachedCall ? (calledFunction(pathname) ?? '') : '',
      method: METHODS.has(method) ? method : 'OTHER',
      status: `${Math.floor(status / 100)}xx`,
    },
    seconds,
  )
}

/** Without looking at the path: a static file, or a page from memory. */
export const countRequestOfKind = (kind: 'asset' | 'page', method: string, status: number, seconds: number) =>
  meters.requests.observe({ kind, call: '', method, status: `${Math.floor(status / 100)}xx` }, seconds)

export const calledFunction = (pathname: string) => CALL.exec(pathname)?.[1]

/** The most frequent kinds are checked first. */
export function requestKind(method: string, pathname: string): RequestKind {
  if (pathname === EVENT_PATH) return 'event'
  if (pathname === READING_PATH) return 'reading'
  if (pathname.startsWith('/_serverFn/')) return 'call'
  if (PHOTO.test(pathname)) return 'photo'
  if (DOCUMENT.test(pathname)) return 'document'
  if (CRAWLER.test(pathname)) return 'crawler'
  if (pathname.startsWith('/webhooks/')) return 'webhook'
  return OTHER.test(pathname) || (method !== 'GET' && method !== 'HEAD') ? 'other' : 'page'
}
