import { openConnection } from '../../../src/db/connection.server.ts'
import { connectionOptions } from '../../../src/db/connectionUrl.server.ts'

/** A server that need not survive a crash does not wait for the disk. Tests of crashes start their own servers. */
export const forgetDisks = (url: string) => switchOff(url, ['fsync', 'synchronous_commit', 'full_page_writes'])

/** A server whose databases live for seconds does not clean them up. */
export const forgetCleaning = (url: string) => switchOff(url, ['autovacuum'])

async function switchOff(url: string, settings: string[]) {
  const client = await openConnection(connectionOptions(url))
  for (const setting of settings) await client.query(`alter system set ${setting} = off`)
  await client.query('select pg_reload_conf()')
  await client.end()
}
