import '#platform/input/zodWithoutEval.ts'
import { syncDoors } from './doorQueue.ts'
import { DOOR_PATH, SYNC_TAG } from './doorWorkerRegistration.ts'

/**
 * Keeps the page of the door and its files, and nothing else: its scope is that page. vite.config.ts writes the list of files. Another list is
 * another worker, which keeps its own files and takes over once no tab shows the earlier page. Entries are not its business: they are in a
 * database that no version deletes.
 */

/** The part of a service worker's globals that is used here: TypeScript can't know those of a page and of a worker at once. */
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends Event {
  request: Request
  respondWith(response: Promise<Response>): void
}
interface SyncEvent extends ExtendableEvent {
  tag: string
}
interface Worker {
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void
}
declare const self: Worker

const FILES: string[] = import.meta.env.DOOR_FILES
const CACHE_PREFIX = 'door-'
const CACHE = CACHE_PREFIX + import.meta.env.DOOR_VERSION

self.addEventListener('install', (event) => event.waitUntil(keepFiles()))
self.addEventListener('activate', (event) => event.waitUntil(removeEarlierFiles()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const isPage = request.mode === 'navigate'
  if (request.method !== 'GET' || !(isPage || isKept(request.url))) return
  event.respondWith(answer(isPage ? DOOR_PATH : request.url, request))
})
self.addEventListener('sync', (event) => {
  if (event.tag === SYNC_TAG) event.waitUntil(syncInBackground())
})

/** The browser tries again later, also when it restarts, if this fails. */
async function syncInBackground() {
  const outcome = await syncDoors()
  if (outcome !== 'sent') throw new Error(`The sync ended with: ${outcome}.`)
}

async function keepFiles() {
  const page = await fetch(DOOR_PATH, { cache: 'reload', credentials: 'omit' })
  if (!page.ok || page.redirected) throw new Error(`The page of the door responded with ${page.status}.`)
  const linked = [...(await page.clone().text()).matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
  // While servers are being updated, the page may come from another version than this worker.
  if (linked.some((path) => path.endsWith('.js') && !FILES.includes(path))) throw new Error('Two versions.')
  const cache = await caches.open(CACHE)
  // The names of files contain a hash, so what the browser has already is right.
  await cache.addAll([...new Set([...FILES, ...linked])])
  // Last: a page that is kept works.
  await cache.put(DOOR_PATH, page)
}

async function removeEarlierFiles() {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE).map((name) => caches.delete(name)),
  )
}

const isKept = (url: string) => {
  const { origin, pathname } = new URL(url)
  return origin === location.origin && (pathname.startsWith('/assets/') || FILES.includes(pathname))
}

async function answer(kept: string, request: Request) {
  const cache = await caches.open(CACHE)
  return (await cache.match(kept, { ignoreSearch: true, ignoreVary: true })) ?? fetch(request)
}
