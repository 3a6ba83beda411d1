import { Counter, Gauge, Histogram, Registry } from 'prom-client'

const KEY = Symbol.for('property-files.meters')
const shelf = globalThis as { [KEY]?: ReturnType<typeof createMeters> }

/**
 * What this process has counted since its start. Labels are words that stand in the code, never what somebody sent, so their number is
 * known. On the global object, because a development server loads this module anew when it changes.
 */
export const meters = shelf[KEY] ?? createMeters()
shelf[KEY] = meters

function createMeters() {
  const registry = new Registry()
  const about = <Label extends string>(name: string, help: string, labelNames: Label[] = []) => ({
    name: `property_files_${name}`,
    help,
    labelNames,
    registers: [registry],
  })
  return {
    registry,
    requests: new Histogram({
      ...about('request_seconds', 'Requests, by what was asked for.', ['kind', 'call', 'method', 'status']),
      buckets: [0.005, 0.01, 0.025, 0.1, 0.25, 1, 2.5, 10],
    }),
    rateLimited: new Counter(about('rate_limited_total', 'Tries that a limit refused.', ['limit'])),
    stalledConnections: new Counter(
      about('stalled_connections_total', 'Connections ended because the client stalled.'),
    ),
    mails: new Counter(about('mails_total', 'Mails given to the mail server, by outcome.', ['outcome'])),
    uploads: new Counter(about('uploads_total', 'Uploads that came to this step.', ['step'])),
    uploadedBytes: new Counter(about('uploaded_bytes_total', 'Bytes of finished uploads.')),
    events: new Counter(about('events_total', 'Events of visitors, by what became of them.', ['outcome'])),
    eventBatch: new Histogram({
      ...about('event_batch_size', 'Events written with one statement.'),
      buckets: [1, 5, 20, 100, 500],
    }),
    leads: new Counter(about('leads_total', 'Leads received: new ones, and known buyers again.', ['kind'])),
    jobRuns: new Histogram({
      ...about('job_run_seconds', 'Runs of background jobs in this process.', ['queue', 'outcome']),
      buckets: [0.01, 0.1, 1, 10, 60],
    }),
    jobs: new Gauge(about('jobs', 'Jobs in the queues, finished ones apart.', ['queue', 'state'])),
    oldestJob: new Gauge(about('oldest_waiting_job_seconds', 'How long the first in line is due.', ['queue'])),
    connections: new Gauge(about('database_connections', 'Connections of all our processes, by state.', ['state'])),
    databaseAnswer: new Gauge(about('database_answer_seconds', 'From asking this process’s pool to an answer.')),
    databaseUp: new Gauge(about('database_up', 'Whether the database answered in time.')),
  }
}
