import { type ChildProcess, fork } from 'node:child_process'
import cluster from 'node:cluster'
import { join } from 'node:path'
import type { Env } from '#platform/config/env.server.ts'
import { projectRoot } from '#platform/config/projectRoot.server.ts'
import { createMediaWorker } from '#platform/media/mediaWorker.server.ts'
import { handleSharedMediaRequest, type SharedMediaRequest } from '#platform/media/sharedMedia.server.ts'
import { keepRunning, type ManagedProcess } from '#platform/process/keepRunning.server.ts'
import { MANAGED } from '#platform/process/primaryChannel.server.ts'
import { announceUrl, startOrExit, stopOnSignal } from '#platform/process/startAndStop.server.ts'
import { createMetricsCollector } from '#platform/telemetry/sumMetrics.server.ts'
import { beginProcess, startInstallation } from '#startInstallation.server.ts'

const program = (name: 'web' | 'worker') => join(projectRoot, `dist/server/${name}.js`)

/**
 * The application in several processes: web processes that share the port, and a worker unless WORKER is off. This one owns what exists
 * once, replaces a process that ends, and stops everything in order.
 */
export async function startPrimary(parsed: Env) {
  const { env, log } = beginProcess(parsed, { isOneOfSeveral: true })
  const installation = await startOrExit(() => startInstallation(env, log))
  const media = createMediaWorker()

  const processes: ManagedProcess[] = []
  const collectMetrics = createMetricsCollector(() => processes.flatMap(({ channel }) => channel() ?? []))
  const start = (kind: 'web' | 'worker', launch: () => ChildProcess) => {
    const runMediaTask = (question: SharedMediaRequest) => handleSharedMediaRequest(media, question)
    const started = keepRunning({ kind, launch, log, answers: { runMediaTask, collectMetrics } })
    processes.push(started)
    return started
  }
  // Whichever process is free takes the next connection, and one that is stuck takes none (docs/decisions/0056).
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec: program('web'), args: [MANAGED], serialization: 'advanced' })
  const webs = Array.from({ length: env.WEB_PROCESSES }, () => start('web', () => cluster.fork().process))
  let worker: ManagedProcess | undefined

  const stop = async () => {
    for (const { endReplacing } of processes) endReplacing()
    await Promise.all(webs.map((web) => web.stop()))
    await worker?.stop()
    await media.close()
    await installation.stop()
  }
  stopOnSignal(log, env.DRAIN_SECONDS, stop)
  process.on('exit', () => {
    for (const { kill } of processes) kill()
  })
  const demos = await startOrExit(() => Promise.all(webs.map(({ ready }) => ready)), stop)
  // Visitors come first: the worker does not compete with the web processes while they start.
  if (env.WORKER === 'on')
    worker = start('worker', () => fork(program('worker'), [MANAGED], { serialization: 'advanced' }))
  announceUrl({ env, log }, demos.find(Boolean))
}
