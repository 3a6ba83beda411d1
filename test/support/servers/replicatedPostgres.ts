import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sql } from '../../../src/db/connection.server.ts'
import { findEmbeddedPrograms } from '../../../src/platform/embeddedServices/postgresCluster.server.ts'
import { eventually } from '../eventually.ts'
import { freePort } from '../processes/app.ts'
import { onSeparateConnection } from '../separateConnection.ts'
import { temporaryDatabaseFolder } from '../temporaryFolder.ts'
import { createProductDatabase, initialiseCluster, launchPostgres, postgresUrl } from './postgresServer.ts'

export type PostgresPair = Awaited<ReturnType<typeof startPostgresPair>>

/** What a new server of the pair must have of the log before it can follow. */
const KEPT_LOG = '512MB'
/** The parts of a server's folder that belong to that server alone. */
const OWN_PARTS = ['pg_wal', 'pg_replslot', 'pg_stat_tmp', 'pg_dynshmem', 'pg_notify', 'pg_subtrans']
const OWN_FILES = ['postmaster.pid', 'postmaster.opts', 'standby.signal', 'postgresql.auto.conf', 'backup_label']

/** Two PostgreSQL servers with streaming replication. A commit on the primary waits until the standby has it on disk. */
export async function startPostgresPair() {
  const parent = await temporaryDatabaseFolder()
  const binaries = process.env.TEST_POSTGRES ?? (await findEmbeddedPrograms())
  let primary = await createServer('one')
  let standby = await createServer('two')
  /** Whether the other server only has to be started to follow the primary. */
  let isCopy = false
  const listed = [primary, standby].map(({ port }) => `127.0.0.1:${port}`).join(',')

  async function createServer(name: string) {
    const folder = join(parent, name)
    const port = await freePort()
    let running: ReturnType<typeof launchPostgres> | undefined
    return {
      folder,
      port,
      url: postgresUrl(port),
      start(settings: Record<string, string> = {}) {
        running = launchPostgres({ binaries, folder, port, settings: { wal_keep_size: KEPT_LOG, ...settings } })
      },
      async end(signal: NodeJS.Signals) {
        running?.process.kill(signal)
        await running?.ended
        running = undefined
      },
      isRunning: () => running !== undefined,
    }
  }

  const on = <Result>(server: typeof primary, work: (sql: Sql) => Promise<Result>) =>
    onSeparateConnection(server.url, work)

  /** Copies the running primary, and waits until every commit is on both. */
  async function addStandby() {
    await standby.end('SIGKILL')
    await rm(standby.folder, { recursive: true, force: true, maxRetries: 20 })
    await on(primary, (sql) => copyRunning(sql, primary.folder, standby.folder))
    startStandby()
    isCopy = true
    await on(primary, async (sql) => {
      await sql`alter system set synchronous_standby_names = '*'`
      await sql`select pg_reload_conf()`
    })
    await untilInStep()
  }

  const startStandby = () =>
    standby.start({
      primary_conninfo: `host=127.0.0.1 port=${primary.port} user=property_files`,
      wal_retrieve_retry_interval: '200ms',
    })

  const untilInStep = () =>
    eventually(() =>
      on(primary, async (sql) => {
        const [{ wanted } = {}] = await sql`select current_setting('synchronous_standby_names') as wanted`
        const [follower] = await sql`select sync_state, state from pg_stat_replication`
        return wanted === '*' && follower?.sync_state === 'sync' && follower.state === 'streaming'
      }),
    )

  initialiseCluster(binaries, primary.folder)
  primary.start()
  await createProductDatabase(primary.port)
  await addStandby()

  return {
    url: `postgres://property_files@${listed}/property_files?target_session_attrs=read-write`,
    get primaryUrl() {
      return primary.url
    },
    get standbyUrl() {
      return standby.url
    },

    /** A standby follows the primary, whatever happened before. */
    async followed() {
      if (!isCopy) await addStandby()
      if (!standby.isRunning()) startStandby()
      await untilInStep()
    },

    async killPrimary() {
      await primary.end('SIGKILL')
      isCopy = false
    },

    /** As a failover manager does. Until another standby follows it, the new primary does not wait for one. */
    async promoteStandby() {
      await on(standby, (sql) => sql`select pg_promote(true, 60)`)
      ;[primary, standby] = [standby, primary]
    },

    /** Commits wait, as after a failure of its machine. */
    stopStandby: () => standby.end('SIGINT'),

    /** The server that was the primary follows the other from now on, at the same address. */
    async switchOver() {
      await primary.end('SIGINT')
      isCopy = false
      await on(standby, (sql) => sql`select pg_promote(true, 60)`)
      ;[primary, standby] = [standby, primary]
      await addStandby()
    },

    async stop() {
      await standby.end('SIGQUIT')
      await primary.end('SIGQUIT')
      await rm(parent, { recursive: true, force: true, maxRetries: 20 })
    },
  }
}

/** A base backup: `pg_basebackup` is not among the embedded PostgreSQL's programs. */
async function copyRunning(sql: Sql, from: string, to: string) {
  await sql`select pg_backup_start('standby', true)`
  // Files come and go meanwhile, of which the log knows: `cp` complains about those.
  spawnSync('cp', ['-a', from, to], { stdio: 'ignore' })
  const [{ labelfile } = {}] = await sql<{ labelfile: string }>`select labelfile from pg_backup_stop(false)`
  for (const name of OWN_FILES) rmSync(join(to, name), { force: true })
  for (const part of OWN_PARTS) spawnSync('find', [join(to, part), '-type', 'f', '-delete'])
  const { uid, gid } = statSync(from)
  for (const [name, text] of Object.entries({ backup_label: labelfile ?? '', 'standby.signal': '' })) {
    writeFileSync(join(to, name), text, { mode: 0o600 })
    spawnSync('chown', [`${uid}:${gid}`, join(to, name)])
  }
  if (!readFileSync(join(to, 'global/pg_control')).length) throw new Error('The copy of the primary is empty.')
}
