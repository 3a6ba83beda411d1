import { connectionOptions, openConnection } from '../../../src/db/connection.server.ts'

/** A server that need not survive a crash does not wait for the disk. Tests of crashes start their own servers. */
export async function forgetDisks(url: string) {
  const client = await openConnection(connectionOptions(url))
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
    await client.query(`alter system set ${setting} = off`)
  await client.query('select pg_reload_conf()')
  await client.end()
}
