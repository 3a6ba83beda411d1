import { join } from 'node:path'
import { openDatabase } from '../src/db/client.server.ts'
import { createAgent } from '../test/fixtures/agents.ts'
import { solveBotCheck } from '../test/fixtures/botCheck.ts'
import { call } from '../test/support/call.ts'
import { startBuiltApp } from '../test/support/processes/app.ts'
import { median, report } from './support/report.ts'

/** Does the response time reveal who has an account? And does a flood of sign-ins slow down other pages? */
const TRIES = 200
const FLOOD = 500
const QUIET = 80

const app = await startBuiltApp({ TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'info' })
try {
  let visitor = 0
  const fromNewAddress = () => ({
    'x-forwarded-for': `10.${(++visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`,
  })
  const signIn = (email: string) =>
    call(app.url, 'login', { method: 'POST', data: { email, password: 'wrong' }, headers: fromNewAddress() })
  const reset = async (email: string, turnstile: string) =>
    call(app.url, 'requestPasswordReset', { method: 'POST', data: { email, turnstile }, headers: fromNewAddress() })

  const known = await createAgents()
  for (let i = 0; i < 20; i++) await signIn(`warm-${i}@example.nz`)
  const login = await compare((i) => [() => signIn(known[i] ?? ''), () => signIn(`nobody-${i}@example.nz`)])

  const answers: string[] = []
  for (let i = 0; i < 2 * TRIES; i++) answers.push(await solveBotCheck(app.url, 'reset_password'))
  const resetting = await compare((i) => [
    () => reset(known[i] ?? '', answers[2 * i] ?? ''),
    () => reset(`nobody-${i}@example.nz`, answers[2 * i + 1] ?? ''),
  ])

  const calm = await pageTimes(100)
  const flood = Promise.all(Array.from({ length: FLOOD }, (_, i) => signIn(`flood-${i}@example.nz`)))
  const busy = await pageTimes(100)
  await flood

  report('accounts', {
    loginKnownMs: login.known,
    loginUnknownMs: login.unknown,
    loginRatio: login.ratio,
    resetKnownMs: resetting.known,
    resetUnknownMs: resetting.unknown,
    resetRatio: resetting.ratio,
    tries: TRIES,
    pageP95Ms: p95(calm),
    pageP95DuringFloodMs: p95(busy),
    parallelLogins: FLOOD,
    budgets: { loginRatio: [0.9, 1.1], resetRatio: [0.9, 1.1], pageP95DuringFloodMs: 500 },
  })
} finally {
  await app.stop()
}

/** One for each try, so that no limit for one account gets in the way. */
async function createAgents() {
  const folder = encodeURIComponent(join(app.dataDir, 'postgres'))
  const { db, close } = openDatabase(`postgres:///property_files?host=${folder}&user=property_files`)
  const emails: string[] = []
  for (let i = 0; i < TRIES; i++) emails.push((await createAgent(db)).email)
  await close()
  return emails
}

/** Known and unknown take turns, and who goes first takes turns too, so that a busy moment hits both. */
async function compare(pair: (i: number) => [() => Promise<unknown>, () => Promise<unknown>]) {
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let i = 0; i < TRIES; i++) {
    const [known, unknown] = pair(i)
    const order = i % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const which of order) {
      times[which].push(await time(which === 'known' ? known : unknown))
      await quiet()
    }
  }
  const [known, unknown] = [round(median(times.known)), round(median(times.unknown))]
  return { known, unknown, ratio: round(known / unknown) }
}

/** Lets the background work of one try end before the next one is timed. */
async function quiet() {
  await new Promise((resolve) => setTimeout(resolve, QUIET))
}

async function pageTimes(count: number) {
  const times: number[] = []
  for (let i = 0; i < count; i++) times.push(await time(async () => (await fetch(`${app.url}/about`)).text()))
  return times
}

async function time(act: () => Promise<unknown>) {
  const began = performance.now()
  await act()
  return performance.now() - began
}

function p95(times: number[]) {
  return round([...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN)
}

function round(value: number) {
  return Math.round(value * 1000) / 1000
}
