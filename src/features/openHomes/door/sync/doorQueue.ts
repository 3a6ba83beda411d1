import {
  CHECK_INS_PATH,
  type CheckInEntry,
  type SyncRequest,
  SyncResponse,
  type VisitorForm,
} from '../../openHomes.schema.ts'
import { readDeviceTime } from '../device/doorClock.ts'
import {
  addEntries,
  changeDoor,
  type Door,
  isStorageFull,
  type QueuedEntry,
  type Refusal,
  readDoors,
  removeDoor,
  type StoredEntry,
  settleEntries,
} from '../device/doorStorage.ts'
import { sealEntry } from './sealEntry.ts'

/** Small enough to get through a line that lasts for seconds. */
const ENTRIES_PER_REQUEST = 50
const TIMEOUT_MS = 20_000
/** Tabs, and the service worker, send one after the other. */
const LOCK = 'door-sync'
/** A tab of the door tells the others that something has changed. */
const CHANNEL = 'door'

/** Entries for which the device has no room. They are sent from here, and stored as soon as there is room. */
let unstored: QueuedEntry[] = []
/** Of entries that were sent from memory. */
let unstoredVisitors = 0

export const countUnstored = () => ({
  entries: unstored.length,
  visitors: unstored.reduce((sum, { visitors }) => sum + visitors, unstoredVisitors),
})

/** Resolves once the visitor's entry is on the disk. Returns false if there is no room for it, and it is only in memory. */
export const queueCheckIn = (door: Door, visitor: VisitorForm) =>
  keep(door, { kind: 'person', ...newEntry(door), ...visitor, consent: door.consent })

/** The same for visitors without details: one more, or one fewer. */
export const queueVisitorCount = (door: Door, visitors: 1 | -1) =>
  keep(door, { kind: 'count', ...newEntry(door), visitors })

const newEntry = ({ openHome }: Door) => ({
  id: crypto.randomUUID(),
  openHomeId: openHome.id,
  arrivedAt: readDeviceTime(),
})

async function keep(door: Door, content: CheckInEntry) {
  const counted = content.kind === 'count' ? content.visitors : 0
  const entry: QueuedEntry = {
    id: content.id,
    doorId: door.id,
    sealed: await sealEntry(door.serverKey, door.id, content),
    madeAtMs: content.arrivedAt.clock,
    visitors: content.kind === 'count' ? counted : 1,
    counted,
  }
  try {
    await addEntries([entry])
    return true
  } catch (error) {
    if (!isStorageFull(error)) throw error
    unstored.push(entry)
    return false
  } finally {
    announceChange()
  }
}

/** Tries to store what is only in memory. */
export async function storeUnstored() {
  for (const entry of [...unstored])
    try {
      await addEntries([entry])
      unstored = unstored.filter(({ id }) => id !== entry.id)
      announceChange()
    } catch (error) {
      if (!isStorageFull(error)) throw error
      return
    }
}

/** How a sync went. Everything but `sent` is tried again. */
export type SyncOutcome = 'sent' | 'offline' | 'failed'

/** Sends everything that waits, of every door of this device. */
export const syncDoors = (): Promise<SyncOutcome> =>
  navigator.locks.request(LOCK, async () => {
    try {
      await storeUnstored()
      const { doors } = await readDoors()
      for (const door of doors) {
        await syncDoor(door)
        if (door.isLeft) await removeDoor(door.id)
      }
      return 'sent'
    } catch (error) {
      // `fetch` without a connection, or with one that is too slow.
      if (error instanceof TypeError || isTimeout(error)) return 'offline'
      if (error instanceof Refused) return 'failed'
      throw error
    } finally {
      announceChange()
    }
  })

const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError'

/** The server did not take a request as a whole. */
class Refused extends Error {
  readonly status: number
  constructor(status: number) {
    super(`The server responded with ${status}.`)
    this.status = status
  }
}

/** Also tells the server that nothing waits, so that the agent sees it in the portal. */
async function syncDoor(door: Door) {
  let batch = ENTRIES_PER_REQUEST
  for (;;) {
    const waiting = await listWaiting(door.id)
    const sent = waiting.slice(0, batch)
    const left = waiting.length - sent.length
    try {
      const settled = await send(door, sent, left)
      await settle(settled)
      // Without an answer about any of them, asking again at once would not help.
      if (settled.length === 0 || waiting.length === settled.length) return
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      if (error.status === 401) {
        await changeDoor(door.id, () => ({ isEnded: true }))
        return
      }
      if (error.status !== 400 && error.status !== 413) throw error
      // One of them spoils the request. Alone it is found.
      if (sent.length <= 1) await settle(sent.map((entry) => ({ entry, refusal: 'refused' })))
      if (sent.length === 0) throw error
      batch = Math.max(1, Math.floor(sent.length / 2))
    }
  }
}

type Waiting = QueuedEntry & { sequence?: number }
interface Settled {
  entry: Waiting
  refusal?: Refusal
}

/** In the order in which they came. Those that were refused are kept for the agent, and not sent again by themselves. */
async function listWaiting(doorId: string): Promise<Waiting[]> {
  const { entries } = await readDoors()
  return [...entries.filter(({ refusal }) => !refusal), ...unstored].filter((entry) => entry.doorId === doorId)
}

async function send({ token, started, isLeft }: Door, entries: Waiting[], waiting: number): Promise<Settled[]> {
  const request: SyncRequest = {
    ...{ started, now: readDeviceTime(), waiting, isLast: isLeft && waiting === 0 },
    entries: entries.map(({ sealed }) => sealed),
  }
  const response = await fetch(CHECK_INS_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(request),
    credentials: 'omit',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) throw new Refused(response.status)
  // A network that asks people to sign in answers everything with a page of its own.
  const answer = SyncResponse.safeParse(await response.json().catch(() => undefined))
  if (!answer.success) throw new Refused(502)
  return answer.data.results.flatMap(({ place, result }) => {
    const { [place]: entry } = entries
    return entry ? [{ entry, refusal: result === 'stored' ? undefined : result }] : []
  })
}

async function settle(results: Settled[]) {
  const gone = new Set(results.flatMap(({ entry }) => (entry.sequence === undefined ? [entry.id] : [])))
  for (const { id, visitors } of unstored) if (gone.has(id)) unstoredVisitors += visitors
  unstored = unstored.filter(({ id }) => !gone.has(id))
  await settleEntries(results.flatMap(({ entry, refusal }) => (isStored(entry) ? [{ entry, refusal }] : [])))
}

const isStored = (entry: Waiting): entry is StoredEntry => entry.sequence !== undefined

const listeners = new Set<() => void>()
let channel: BroadcastChannel | undefined

/** Calls back when another part of this page, another tab or the service worker has changed something. */
export function watchDoors(listener: () => void) {
  channel ??= new BroadcastChannel(CHANNEL)
  channel.onmessage = notifyAll
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function notifyAll() {
  for (const notify of listeners) notify()
}

export function announceChange() {
  channel ??= new BroadcastChannel(CHANNEL)
  channel.postMessage('changed')
  notifyAll()
}
