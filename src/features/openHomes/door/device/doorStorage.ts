import type { DeviceTime, DoorSetup, SyncResult } from '../../openHomes.schema.ts'
import { type HashedPin, NO_ATTEMPTS, type PinAttempts } from './doorPin.ts'

/** What a device keeps to check visitors in without a signal. */
export interface Door {
  /** The id that the server gave this device. */
  id: string
  token: string
  /** Entries are encrypted for it. */
  serverKey: string
  openHome: DoorSetup['openHome']
  listing: Omit<DoorSetup['listing'], 'photoUrl'>
  agentName: string
  consent: string
  photo: Blob | undefined
  qrCode: { path: string; size: number }
  /** What the device's clocks showed when the server started it. */
  started: DeviceTime
  pin: HashedPin
  attempts: PinAttempts
  /** The id of the passkey that the device's own lock protects. */
  unlockId: string | undefined
  /** Everybody who has come, and how many of them left no details. */
  visitors: number
  counted: number
  /** Whether the agent has left. What was not sent yet is still sent. */
  isLeft: boolean
  /** Whether the server no longer takes the device's key. */
  isEnded: boolean
}

/** Why an entry can't be sent any more. */
export type Refusal = Exclude<SyncResult['result'], 'stored'>

/** A check-in that the server has not confirmed yet. */
export interface QueuedEntry {
  id: string
  doorId: string
  /** Encrypted: the device can't read it back. */
  sealed: string
  /** By the device's clock, to tell entries apart that were refused. */
  madeAtMs: number
  /** How many visitors it adds, and how many of them without details. */
  visitors: number
  counted: number
  refusal?: Refusal
}

/** With its place in the queue. */
export type StoredEntry = QueuedEntry & { sequence: number }

const NAME = 'door'
const VERSION = 1

/** Adds what a later version needs, and never removes anything: there may be entries. */
function upgrade(database: IDBDatabase) {
  database.createObjectStore('doors', { keyPath: 'id' })
  database.createObjectStore('entries', { keyPath: 'sequence', autoIncrement: true })
}

interface Stores {
  doors: IDBObjectStore
  entries: IDBObjectStore
}

/**
 * Resolves once everything is on the disk, and not only on its way there: a battery that dies in the next moment loses nothing. The connection is
 * opened each time, because a browser may close one that a page keeps for hours.
 */
async function transact<Result>(mode: IDBTransactionMode, work: (stores: Stores) => Promise<Result>) {
  const database = await openDatabase()
  try {
    const transaction = database.transaction(['doors', 'entries'], mode, { durability: 'strict' })
    const committed = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    const worked = work({ doors: transaction.objectStore('doors'), entries: transaction.objectStore('entries') })
    worked.catch(() => tryToAbort(transaction))
    // The reason for an abort says more than the request that failed because of it.
    await committed
    return await worked
  } finally {
    database.close()
  }
}

function tryToAbort(transaction: IDBTransaction) {
  try {
    transaction.abort()
  } catch {
    // The failed request has aborted it.
  }
}

function openDatabase() {
  const opening = indexedDB.open(NAME, VERSION)
  opening.onupgradeneeded = () => upgrade(opening.result)
  return settled(opening)
}

const settled = <Result>(request: IDBRequest<Result>) =>
  new Promise<Result>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const allDoors = ({ doors }: Stores): Promise<Door[]> => settled(doors.getAll())
const allEntries = ({ entries }: Stores): Promise<StoredEntry[]> => settled(entries.getAll())

/** Everything, in the order in which it was added. */
export const readDoors = () =>
  transact('readonly', async (stores) => {
    // Both at once: a transaction ends when nothing is asked of it.
    const [doors, entries] = await Promise.all([allDoors(stores), allEntries(stores)])
    return { doors, entries }
  })

/** Only one door is open on a device. Another one that was left with unsent entries stays until they are sent. */
export const addDoor = (door: Omit<Door, 'attempts' | 'visitors' | 'counted' | 'isLeft' | 'isEnded'>) =>
  transact('readwrite', async ({ doors }) => {
    const added: Door = { ...door, attempts: NO_ATTEMPTS, visitors: 0, counted: 0, isLeft: false, isEnded: false }
    await settled(doors.add(added))
  })

/** What they have not sent yet is still sent. */
export const leaveOtherDoors = () =>
  transact('readwrite', async (stores) => {
    for (const door of await allDoors(stores)) await settled(stores.doors.put({ ...door, isLeft: true }))
  })

/** Returns the door as it is afterwards, or nothing if it is gone. */
export const changeDoor = (id: string, change: (door: Door) => Partial<Door>) =>
  transact('readwrite', ({ doors }) => updateDoor(doors, id, change))

async function updateDoor(doors: IDBObjectStore, id: string, change: (door: Door) => Partial<Door>) {
  const door: Door | undefined = await settled(doors.get(id))
  if (!door) return undefined
  const changed = { ...door, ...change(door) }
  await settled(doors.put(changed))
  return changed
}

/** Keeps entries, and counts their visitors in the same step. */
export const addEntries = (added: readonly QueuedEntry[]) =>
  transact('readwrite', async ({ doors, entries }) => {
    for (const entry of added) {
      await settled(entries.add(entry))
      await updateDoor(doors, entry.doorId, ({ visitors, counted }) => ({
        visitors: visitors + entry.visitors,
        counted: counted + entry.counted,
      }))
    }
  })

/** What became of entries: those without a refusal are on the server, and are deleted here. */
export const settleEntries = (results: readonly { entry: StoredEntry; refusal?: Refusal }[]) =>
  transact('readwrite', async ({ entries }) => {
    for (const { entry, refusal } of results)
      if (refusal) await settled(entries.put({ ...entry, refusal }))
      else await settled(entries.delete(entry.sequence))
  })

/** Deletes a door that was left, unless it still has entries. */
export const removeDoor = (id: string) =>
  transact('readwrite', async (stores) => {
    const isNeeded = (await allEntries(stores)).some(({ doorId }) => doorId === id)
    if (!isNeeded) await settled(stores.doors.delete(id))
  })

/** Deletes what can't be sent any more, once the agent has seen it. */
export const removeRefusedEntries = (removed: readonly StoredEntry[]) =>
  transact('readwrite', async ({ entries }) => {
    for (const { sequence } of removed) await settled(entries.delete(sequence))
  })

export const isStorageFull = (error: unknown) => error instanceof DOMException && error.name === 'QuotaExceededError'
