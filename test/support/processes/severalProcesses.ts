import { afterAll, beforeAll } from 'vitest'
import { createDatabase } from '../database.ts'
import { startPooler } from '../servers/pooler/pooler.ts'
import { openTestS3 } from '../servers/s3/openTestS3.ts'
import { type ScriptedSmtp, startScriptedSmtp } from '../servers/scriptedSmtp.ts'
import { freePort, type RunningApp, startBuiltApp, TEST_SECRET } from './app.ts'

interface Machines {
  database: Awaited<ReturnType<typeof createDatabase>>
  pooler: Awaited<ReturnType<typeof startPooler>>
  s3: Awaited<ReturnType<typeof openTestS3>>
  smtp: ScriptedSmtp
  /** Everything that runs: the two web processes and the worker. */
  apps: RunningApp[]
  /** The web process whose turn it is: an even number is the one, an odd number the other. */
  web(turn: number): string
}

/** Two web processes that leave all work to a worker, on one PostgreSQL behind a pooler, one S3 and one mail server. */
export function useSeveralProcesses() {
  const parts = { apps: [] as RunningApp[] } as Machines
  beforeAll(async () => {
    parts.database = await createDatabase()
    parts.pooler = await startPooler(parts.database.url)
    parts.s3 = await openTestS3()
    parts.smtp = await startScriptedSmtp()
    const port = String(await freePort())
    const env = {
      ...{ APP_URL: `http://localhost:${port}`, APP_SECRET: TEST_SECRET, TRUSTED_PROXIES: '127.0.0.1' },
      ...{ DATABASE_URL: parts.database.url, DATABASE_POOL_URL: parts.pooler.url },
      ...{ ...parts.s3.env, SMTP_URL: parts.smtp.url, MAIL_FROM: 'hello@example.nz' },
    }
    const webs = await Promise.all([
      startBuiltApp({ ...env, PORT: port, WORKER: 'off' }),
      startBuiltApp({ ...env, WORKER: 'off' }),
    ])
    parts.apps = [...webs, await startBuiltApp(env, 'worker')]
    parts.web = (turn) => webs[turn % webs.length]?.url ?? ''
  })
  afterAll(async () => {
    await Promise.all(parts.apps.map((app) => app.stop()))
    await parts.smtp?.stop()
    await parts.s3?.stop()
    parts.pooler?.stop()
    await parts.database?.drop()
  })
  return parts
}
