/** The page of the door, for every listing: what it shows is on the device. */
export const DOOR_PATH = '/door'
const WORKER_URL = '/door-worker.js'
/** The name under which a browser starts the worker when the connection is back. */
export const SYNC_TAG = 'door'

/** The background part is not in the standard library yet: browsers other than Chromium don't have it. */
interface BackgroundSync {
  sync?: { register(tag: string): Promise<void> }
}

/** Resolves once the page of the door and everything it needs is kept on this device. */
export async function keepDoorPage() {
  const registration = await registerDoorWorker()
  const { active, waiting, installing } = registration
  const worker = active ?? waiting ?? installing
  if (active || !worker) return
  await new Promise<void>((resolve, reject) => {
    const look = () => {
      if (worker.state === 'activated') resolve()
      if (worker.state === 'redundant') reject(new TypeError('The page of the door could not be kept.'))
    }
    worker.addEventListener('statechange', look)
    look()
  })
}

export const registerDoorWorker = () => navigator.serviceWorker.register(WORKER_URL, { scope: DOOR_PATH })

/** Entries are then sent also when the page is closed before there is a connection. */
export async function requestBackgroundSync() {
  const registration: (ServiceWorkerRegistration & BackgroundSync) | undefined =
    await navigator.serviceWorker?.getRegistration(DOOR_PATH)
  // A browser may refuse it. The page sends them too.
  await registration?.sync?.register(SYNC_TAG).catch(() => {})
}
