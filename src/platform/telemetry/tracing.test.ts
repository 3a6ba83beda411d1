import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../test/support/processes/app.ts'
import { startTraceCollector } from '../../../test/support/servers/traceCollector.ts'
import { parseEnv } from '../config/env.server.ts'
import { createLog } from './log.server.ts'
import { inSpan, startTracing } from './tracing.server.ts'

async function trace(endpoint?: string) {
  const lines: string[] = []
  const log = createLog({ level: 'info', destination: { write: (line) => lines.push(line) } })
  const env = parseEnv(endpoint ? { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } : {})
  return { stop: await startTracing(env, log), lines }
}

test('without an endpoint, work runs as usual', async () => {
  const { stop } = await trace()
  expect(await inSpan('work', {}, async () => 42)).toBe(42)
  await stop()
})

test('an unreachable collector slows nothing down and is logged once', async () => {
  const { stop, lines } = await trace(`http://127.0.0.1:${await freePort()}`)
  const results = await Promise.all(Array.from({ length: 5_000 }, (_, i) => inSpan('work', {}, async () => i)))
  expect(results.at(-1)).toBe(4_999)
  await stop()
  expect(lines.length).toBeLessThanOrEqual(1)
})

test('a failure keeps its own error, of which only the name is sent; a refusal is not a failure', async () => {
  const collector = await startTraceCollector()
  onTestFinished(collector.close)
  const { stop } = await trace(collector.url)
  const bug = new TypeError('canary@example.nz')
  await expect(inSpan('bug', {}, () => Promise.reject(bug))).rejects.toBe(bug)
  const refusal = Object.assign(new Error('canary'), { status: 404 })
  await expect(inSpan('refusal', {}, () => Promise.reject(refusal))).rejects.toBe(refusal)
  await stop()
  expect(collector.spans()).toMatchObject([
    { name: 'bug', facts: { 'error.type': 'TypeError' } },
    { name: 'refusal', facts: { 'property_files.refused': 404 } },
  ])
  expect(collector.raw()).not.toContain('canary')
})
