import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../test/support/processes/app.ts'
import { processesOf } from '../test/support/processes/managedProcesses.ts'
import { median, report } from './support/report.ts'

/** From `npm start` to the first page, in a fresh clone (npm's cache is warm) and again; and the memory of each process at rest. */
const ROOT = join(import.meta.dirname, '..')
const ROUNDS = 3
const REST = 5_000

interface Start {
  seconds: number
  megabytes: Megabytes
}

interface Megabytes {
  /** The process that starts the others. */
  primary: number
  /** Of one web process. */
  web: number
  worker: number
}

const rounds: { cold: Start; warm: Start; bareNode: number }[] = []
for (let round = 1; round <= ROUNDS; round++) {
  const clone = mkdtempSync(join(tmpdir(), 'property-files-bench-'))
  execFileSync('git', ['clone', '--quiet', ROOT, clone])
  const cold = await start(clone)
  const warm = await start(clone)
  rounds.push({ cold, warm, bareNode: await bareNode() })
  rmSync(clone, { recursive: true, force: true })
  console.log(
    `round ${round}: cold ${cold.seconds} s, warm ${warm.seconds} s, at rest ${JSON.stringify(warm.megabytes)} MB`,
  )
}

report('start', {
  coldStartSeconds: median(rounds.map(({ cold }) => cold.seconds)),
  warmStartSeconds: median(rounds.map(({ warm }) => warm.seconds)),
  idleMegabytes: middle('web'),
  idleMegabytesOfPrimary: middle('primary'),
  idleMegabytesOfWorker: middle('worker'),
  webProcesses: Math.min(availableParallelism(), 8),
  bareNodeMegabytes: median(rounds.map(({ bareNode }) => bareNode)),
  rounds: ROUNDS,
  budgets: { coldStartSeconds: 120, warmStartSeconds: 5, idleMegabytes: 200 },
})

function middle(which: keyof Megabytes) {
  return median(rounds.map(({ warm }) => warm.megabytes[which]))
}

async function start(clone: string): Promise<Start> {
  const port = await freePort()
  const began = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: clone,
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout.resume()
  await firstPage(`http://localhost:${port}/`, child)
  const seconds = Math.round((performance.now() - began) / 100) / 10
  await new Promise((resolve) => setTimeout(resolve, REST))
  const primary = applicationPid(clone)
  const megabytes = {
    primary: residentMegabytes(primary),
    web: residentMegabytes(processesOf(primary, 'web')[0] ?? primary),
    worker: residentMegabytes(processesOf(primary, 'worker')[0] ?? primary),
  }
  child.kill('SIGTERM')
  await once(child, 'exit')
  await gone(`http://localhost:${port}/`)
  return { seconds, megabytes }
}

async function firstPage(url: string, child: ChildProcess) {
  for (;;) {
    if (child.exitCode !== null) throw new Error('npm start ended early')
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return response.text()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function gone(url: string) {
  while (
    await fetch(url).then(
      () => true,
      () => false,
    )
  )
    await new Promise((resolve) => setTimeout(resolve, 100))
}

function applicationPid(clone: string) {
  const found = execFileSync('pgrep', ['-f', `^${clone}/.*dist/server/main.js`], { encoding: 'utf8' })
  return Number(found.trim().split('\n')[0])
}

function residentMegabytes(pid: number) {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

/** The same Node doing nothing, to see what part of the memory is ours. */
async function bareNode() {
  const idle = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  const megabytes = residentMegabytes(idle.pid ?? 0)
  idle.kill()
  return megabytes
}
