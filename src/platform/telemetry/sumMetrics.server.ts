import { setTimeout as pause } from 'node:timers/promises'
import { AggregatorRegistry } from 'prom-client'
import type { Channel, ManagedRequests } from '../process/primaryChannel.server.ts'
import type { MetricList } from './metrics.server.ts'

const EVENT_LOOP_PERCENTILE = /^nodejs_eventloop_lag_p\d+_seconds$/

/** Counters, histograms, memory and the like are added up. How late the event loop is, is told of the process that is latest. */
export const sumMetrics = (lists: MetricList[]) => AggregatorRegistry.aggregate(lists.map((list) => list.map(ofLatest)))

const ofLatest = (metric: MetricList[number]) =>
  EVENT_LOOP_PERCENTILE.test(metric.name) ? { ...metric, aggregator: 'max' } : metric

/** A process that is too busy to answer counts as at the last reading. */
const TIMEOUT_MS = 1_000

/** A gauge says how things are now, which ends with its process. The type is a word, whatever the package declares. */
const isCounted = ({ type }: MetricList[number]) => String(type) !== 'gauge'

type Process = Channel<ManagedRequests>

/**
 * Reads the metrics of the running processes, and adds what ended ones had counted at their last reading: a sum that falls would look
 * like a restart of everything.
 */
export function createMetricsCollector(running: () => Process[]) {
  const latest = new Map<Process, MetricList>()
  let ended: MetricList = []
  let collecting: Promise<MetricList[]> | undefined

  async function collect() {
    const processes = running()
    await Promise.all(processes.map(readLatest))
    for (const [process, metrics] of latest)
      if (!processes.includes(process)) {
        latest.delete(process)
        ended = await sumMetrics([ended, metrics.filter(isCounted)]).getMetricsAsJSON()
      }
    return [ended, ...latest.values()]
  }

  async function readLatest(process: Process) {
    const reading = process.ask('readMetrics', undefined).catch(() => undefined)
    const metrics = await Promise.race([reading, pause(TIMEOUT_MS, undefined, { ref: false })])
    if (metrics) latest.set(process, metrics)
  }

  /** Simultaneous scrapes share one reading. */
  return () => {
    collecting ??= collect().finally(() => {
      collecting = undefined
    })
    return collecting
  }
}
