import { afterAll, describe, expect, test } from 'vitest'
import type { PartUrl } from '../src/platform/storage/storage.ts'
import { createAgent, signInAs } from './fixtures/agents.ts'
import { solveBotCheck } from './fixtures/botCheck.ts'
import { buyerCalls } from './fixtures/buyers.ts'
import { textPdf } from './fixtures/content/pdf.ts'
import { waitForEmailedLink } from './fixtures/emails.ts'
import { listingViewEvent, sendEvent } from './fixtures/events.ts'
import { createListingWithDocuments } from './fixtures/files.ts'
import { call } from './support/call.ts'
import { eventually } from './support/eventually.ts'
import { freePort, startBuiltApp, TEST_SECRET } from './support/processes/app.ts'
import { useDeployedApp } from './support/processes/deployedApp.ts'
import { rawRequest } from './support/rawRequest.ts'
import { type CollectedSpan, startTraceCollector } from './support/servers/traceCollector.ts'

interface Begun {
  uploadId: string
  parts: PartUrl[]
}

const TOKEN = 'a-token-of-enough-characters'
const collector = await startTraceCollector()
const parts = useDeployedApp({
  METRICS_TOKEN: TOKEN,
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=hush%20hush',
  TRUSTED_PROXIES: '127.0.0.1',
})
afterAll(collector.close)

const scrape = (authorization?: string, url = parts.url) =>
  fetch(`${url}/metrics`, { headers: authorization ? { authorization } : {} })
const figures = async () => (await scrape(`Bearer ${TOKEN}`)).text()
/** The value of the line that begins so. */
const figureOf = (text: string, name: string) => {
  const line = text.split('\n').find((one) => one.startsWith(name))
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ')))
}
const askForReset = async (email: string) => {
  const data = { email, turnstile: await solveBotCheck(parts.url, 'reset_password') }
  return call(parts.url, 'requestPasswordReset', { method: 'POST', data })
}

describe('Prometheus metrics', () => {
  test('respond 404 without the token', async () => {
    const answers = await Promise.all([scrape(), scrape('Bearer wrong'), scrape(TOKEN), scrape('Bearer ')])
    for (const answer of answers) {
      expect(answer.status).toBe(404)
      expect(await answer.text()).not.toContain('property_files_')
    }
  })

  test('count requests by kind and call, and never by made-up names', async () => {
    await call(parts.url, 'login', { method: 'POST', data: { email: 'nobody@example.nz', password: 'wrong' } })
    await call(parts.url, 'madeUpByAStranger', { method: 'POST', data: {} })
    await fetch(`${parts.url}/about`)
    await fetch(`${parts.url}/robots.txt`)
    await fetch(`${parts.url}/listings/canary-address`)
    await fetch(`${parts.url}/_event`, { method: 'PROPFIND' })
    await sendEvent(parts.url, {
      body: listingViewEvent({ id: 'list_1', slug: 'x' }),
      headers: { 'user-agent': 'Googlebot' },
    })
    const text = await figures()
    const counted = (labels: string) => figureOf(text, `property_files_request_seconds_count{${labels}}`)
    expect(counted('kind="call",call="login",method="POST",status="4xx"')).toBe(1)
    expect(counted('kind="call",call="",method="POST",status="4xx"')).toBe(1)
    expect(counted('kind="page",call="",method="GET",status="2xx"')).toBeGreaterThan(0)
    expect(counted('kind="crawler",call="",method="GET",status="2xx"')).toBe(1)
    expect(counted('kind="event",call="",method="OTHER",status="4xx"')).toBe(1)
    expect(figureOf(text, 'property_files_events_total{outcome="dropped"}')).toBe(1)
    expect(text).not.toMatch(/madeUp|canary|PROPFIND|example\.nz/)
  })

  test('cover the process, the database, the queues and the emails', async () => {
    const agent = await createAgent(parts.database.db)
    await askForReset(agent.email)
    await waitForEmailedLink(parts.app.dataDir, agent.email, '/reset-password/')
    const text = await eventually(async () => {
      const now = await figures()
      return figureOf(now, 'property_files_emails_total{outcome="sent"}') === 1 && now
    })
    expect(figureOf(text, 'property_files_database_up')).toBe(1)
    expect(figureOf(text, 'property_files_job_run_seconds_count{queue="mail",outcome="done"}')).toBe(1)
    expect(text).toMatch(/property_files_database_connections\{state="\w[\w ]*"\} \d/)
    for (const name of [
      'nodejs_eventloop_lag_p99_seconds',
      'process_resident_memory_bytes',
      'nodejs_gc_duration_seconds',
    ])
      expect(text).toContain(`# TYPE ${name}`)
    expect(text).not.toContain(agent.id)
  })

  test('cover leads, uploads and attempts that a limit refused', async () => {
    const listing = await createListingWithDocuments(parts)
    const { email } = await buyerCalls(parts).submitLead(listing.id)
    await buyerCalls(parts).submitLead(listing.id, { email })

    const headers = { cookie: await signInAs(parts.url, listing.agent.email) }
    const post = (name: string, data: unknown) => call(parts.url, name, { method: 'POST', data, headers })
    const body = new Uint8Array(textPdf(['LIM report']))
    const request = { name: 'LIM.pdf', contentType: '', contentLength: String(body.length) }
    const { uploadId, parts: places } = (await post('getUploadUrl', request)).result as Begun
    for (const { url, headers: signed } of places)
      await fetch(new URL(url, parts.url), { method: 'PUT', headers: signed, body })
    await post('finishUpload', { uploadId })

    const data = { email: 'guesser@example.nz', password: 'wrong' }
    for (let tries = 0; tries < 11; tries++) await call(parts.url, 'login', { method: 'POST', data })

    const text = await figures()
    expect(figureOf(text, 'property_files_leads_total{kind="new"}')).toBe(1)
    expect(figureOf(text, 'property_files_leads_total{kind="again"}')).toBe(1)
    expect(figureOf(text, 'property_files_uploads_total{step="begun"}')).toBe(1)
    expect(figureOf(text, 'property_files_uploads_total{step="finished"}')).toBe(1)
    expect(figureOf(text, 'property_files_uploaded_bytes_total')).toBe(body.length)
    expect(text).toMatch(/^property_files_rate_limited_total\{limit="\w+"\} [1-9]/m)
  })

  test('of a worker are served on a separate port', async () => {
    const port = String(await freePort())
    const env = { DATABASE_URL: parts.database.url, APP_URL: parts.url, APP_SECRET: TEST_SECRET }
    const worker = await startBuiltApp({ ...env, METRICS_TOKEN: TOKEN, METRICS_PORT: port }, 'worker')
    const url = `http://127.0.0.1:${port}`
    expect((await scrape(undefined, url)).status).toBe(404)
    expect(await (await scrape(`Bearer ${TOKEN}`, url)).text()).toContain('property_files_database_up 1')
    expect(await worker.stop()).toBe(0)
  })
})

describe('traces', () => {
  const find = (fits: (span: CollectedSpan) => boolean) => eventually(() => collector.spans().find(fits))
  const parentOf = (child: CollectedSpan) => find(({ spanId }) => spanId === child.parentSpanId)

  test('show the call and the transactions of a request', async () => {
    const agent = await createAgent(parts.database.db)
    await signInAs(parts.url, agent.email)
    const transaction = await find(({ name, traceId }) =>
      Boolean(
        name === 'transaction' && collector.spans().some((one) => one.name === 'login' && one.traceId === traceId),
      ),
    )
    const login = await parentOf(transaction)
    expect(login.name).toBe('login')
    expect(await parentOf(login)).toMatchObject({
      name: 'POST call',
      service: 'property-files',
      facts: {
        'http.request.method': 'POST',
        'http.response.status_code': 200,
        'property_files.kind': 'call',
        'property_files.call': 'login',
      },
    })
    expect(collector.headers()[0]).toMatchObject({ 'x-api-key': 'hush hush' })
  })

  test('show jobs and the emails they send', async () => {
    const agent = await createAgent(parts.database.db)
    await askForReset(agent.email)
    const delivery = await find(({ name }) => name === 'mail delivery')
    expect((await parentOf(delivery)).name).toBe('job mail')
  })

  test('continue a trusted proxy’s trace, and no one else’s', async () => {
    const traces = { proxy: 'a'.repeat(32), stranger: 'b'.repeat(32) }
    const ask = (traceId: string, localAddress: string) =>
      rawRequest({
        ...{ port: Number(new URL(parts.url).port), path: '/healthz', localAddress },
        headers: { traceparent: `00-${traceId}-${'1'.repeat(16)}-01` },
      })
    await ask(traces.stranger, '127.0.0.2')
    await ask(traces.proxy, '127.0.0.1')
    const continued = await find(({ traceId }) => traceId === traces.proxy)
    expect(continued).toMatchObject({ name: 'GET other', parentSpanId: '1'.repeat(16) })
    expect(collector.raw()).not.toContain(traces.stranger)
  })

  test('threat 55: contain no personal data', async () => {
    const data = { email: 'zebulonia.canary@example.nz', password: 'canary-password' }
    await call(parts.url, 'login', { method: 'POST', data, headers: { 'user-agent': 'canary-browser' } })
    await fetch(`${parts.url}/reset-password/canary-token?query=canary-query`)
    await find(({ facts }) => facts['property_files.call'] === 'login' && facts['http.response.status_code'] === 401)
    await fetch(`${parts.url}/about?last=canary`)
    await find(({ facts }) => facts['property_files.kind'] === 'page')
    expect(collector.raw().toLowerCase()).not.toContain('canary')
    expect(collector.raw()).not.toMatch(/\b(?:usr|list|lead)_[0-9a-z]{16}/)
  })
})
