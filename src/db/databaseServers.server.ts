import type pg from 'pg'
import type { DatabaseServer } from './connectionUrl.server.ts'
import { isConnectionLost } from './isTemporaryDatabaseError.ts'

/** PostgreSQL's own code for a write on a server that only reads. */
class ReadOnlyServerError extends Error {
  override name = 'ReadOnlyServerError'
  code = '25006'
}

/**
 * Several servers of which one is the primary. The one that worked last is asked first, so a connection after a failover does not wait for the
 * server that is gone.
 */
export function createServerList(servers: DatabaseServer[]) {
  let current = 0
  return {
    get first() {
      return servers[current] ?? { host: 'localhost', port: 5432 }
    },

    /** Unless another connection has found out already. */
    passOver({ host, port }: DatabaseServer) {
      const { first } = this
      if (first.host === host && first.port === port) current = (current + 1) % servers.length
    },

    /** Asks each server once, until one works. */
    async findWorking<Result>(connect: (server: DatabaseServer) => Promise<Result>) {
      let failure: unknown
      for (const _ of servers) {
        const server = this.first
        try {
          return await connect(server)
        } catch (error) {
          if (!isServerUnusable(error)) throw error
          this.passOver(server)
          // That a standby responded says more than that another server did not.
          if (!(failure instanceof ReadOnlyServerError)) failure = error
        }
      }
      throw failure
    },
  }
}

export type ServerList = ReturnType<typeof createServerList>

/** A wrong password would be as wrong elsewhere, and a pool whose connections are all in use has a server. */
const isServerUnusable = (error: unknown) =>
  isConnectionLost(error) &&
  !(error instanceof Error && error.message.startsWith('timeout exceeded when trying to connect'))

export async function requirePrimary(client: pg.ClientBase) {
  if (await acceptsWrites(client)) return
  throw new ReadOnlyServerError('None of the servers at DATABASE_URL accepts writes: those that respond are standbys.')
}

/** False on a standby, and where writes are switched off. */
export async function acceptsWrites(client: Pick<pg.ClientBase, 'query'>) {
  const { rows } = await client.query<{ isReadOnly: string }>(
    `select current_setting('transaction_read_only') as "isReadOnly"`,
  )
  return rows[0]?.isReadOnly === 'off'
}

/** The SQL standard's code for a transaction of which it is not known whether it was committed. */
class UnconfirmedCommitError extends Error {
  override name = 'UnconfirmedCommitError'
  code = '08007'
}

/** The function of PostgreSQL that waits for standbys, which it names in its warnings. Their texts are translated. */
const WAIT_FOR_STANDBY = 'SyncRepWaitForLSN'

/**
 * Someone cancelled a commit that waited for a synchronous standby. PostgreSQL then says that it is committed and only warns that no standby has
 * it, so it would be lost with the primary. It must not be acknowledged: the statement fails, and so does its connection.
 */
export function failUnconfirmedCommits(client: pg.Client) {
  client.on('notice', ({ routine }) => {
    if (routine !== WAIT_FOR_STANDBY) return
    const error = new UnconfirmedCommitError('The commit was not confirmed by a standby.')
    // Synchronously: the warning and the success arrive together.
    client.connection.emit('error', error)
  })
}
