import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { connectionOptions } from '#db/connectionUrl.server.ts'

const run = promisify(execFile)

/** Debian's pgbench (postgresql-contrib): one row per prepared statement, each with its own commit. Returns rows per second. */
export async function insertOneByOne(url: string, folder: string, how: { clients: number; seconds: number }) {
  const script = join(folder, 'insert.sql')
  writeFileSync(script, INSERT)
  const { host, user = '', database = '' } = connectionOptions(url)
  const { stdout } = await run('pgbench', [
    ...['--no-vacuum', '--protocol=prepared', `--client=${how.clients}`, '--jobs=2', `--time=${how.seconds}`],
    ...[`--file=${script}`, `--host=${host}`, `--username=${user}`, database],
  ])
  const [, perSecond] = /tps = ([\d.]+)/.exec(stdout) ?? []
  if (!perSecond || !/failed transactions: 0 /.test(stdout)) throw new Error(`pgbench said: ${stdout}`)
  return Number(perSecond)
}

/** What our own statement writes for a view, with as many machines and places. */
const INSERT = `\\set listing random(1, 1000)
\\set visitor random(1, 1000000000)
\\set machine random(1, 6)
\\set place random(1, 40)
\\set a random(1, 1000000000)
\\set b random(1, 1000000000)
insert into event (id, event, "isUnique", "isFirstToday", hash, country, region, city, device, os, browser, hostname, pathname,
  "referrerHostname", "referrerPathname", "listingId", "leadId", "fileId", seconds, "localDay", "createdAt", "updatedAt")
values ('evnt_' || :a || 'x' || :b, 'listing_view', true, true, md5('' || :visitor), 'NZ', 'Region', 'City ' || :place, 'mobile', 'System ' || :machine,
  'Browser ' || :machine, 'localhost', '/listings/bench-' || :listing, 'google.com', '/', 'list_bench' || :listing, null, null, null,
  (now() at time zone 'Pacific/Auckland')::date, now(), now());
`
