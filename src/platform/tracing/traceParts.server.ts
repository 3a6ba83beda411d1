import type { Database } from '#db/client.server.ts'
import type { Storage } from '../storage/storage.ts'
import { currentTracing, inSpan } from './inSpan.server.ts'

/** Transactions get spans of their own. Without tracing the database is as it was. */
export function traceTransactions({ db }: Pick<Database, 'db'>) {
  if (!currentTracing()) return
  const transaction = db.transaction.bind(db)
  db.transaction = (work, settings) => inSpan('transaction', {}, () => transaction(work, settings))
}

/** The deeds of a storage that move bytes or ask somebody else. */
export function traceStorage(storage: Storage): Storage {
  if (!currentTracing()) return storage
  const told =
    <Args extends unknown[], T>(deed: string, act: (...args: Args) => Promise<T>) =>
    (...args: Args) =>
      inSpan(`storage ${deed}`, {}, () => act.apply(storage, args))
  return {
    ...storage,
    beginUpload: told('begin upload', storage.beginUpload),
    finishUpload: told('finish upload', storage.finishUpload),
    abandonUpload: told('abandon upload', storage.abandonUpload),
    read: told('read', storage.read),
    write: told('write', storage.write),
    stat: told('stat', storage.stat),
    remove: told('remove', storage.remove),
  }
}
