/** Where a browser receives messages, and the keys that encrypt them. */
export interface PushAddress {
  endpoint: string
  p256dh: string
  auth: string
}

interface NewSubscription extends PushAddress {
  /** Ours. */
  publicKey: string
}

const WORKER_URL = '/notifications-worker.js'

/** Whether this browser can show notifications. On an iPhone only once the app is on the home screen. */
export const canSubscribe = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** The endpoint of this browser, if it is subscribed with our current key. */
export async function currentEndpoint(publicKey: string) {
  const subscription = await findSubscription()
  return subscription && hasKey(subscription, publicKey) ? subscription.endpoint : undefined
}

/** Asks the browser, and the person in front of it. Returns nothing if they refuse. */
export async function subscribe(publicKey: string): Promise<NewSubscription | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined
  const registration = await navigator.serviceWorker.register(WORKER_URL, { scope: '/' })
  await navigator.serviceWorker.ready
  const earlier = await registration.pushManager.getSubscription()
  // A browser refuses a second subscription with another key.
  if (earlier && !hasKey(earlier, publicKey)) await earlier.unsubscribe()
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  const { endpoint, keys } = subscription.toJSON()
  if (!endpoint || !keys?.p256dh || !keys.auth) return undefined
  return { endpoint, p256dh: keys.p256dh, auth: keys.auth, publicKey }
}

/** This browser's subscription, if it has one, with whichever key of ours. */
export async function readSubscription() {
  const subscription = await findSubscription()
  return (
    subscription && { endpoint: subscription.endpoint, hasKey: (publicKey: string) => hasKey(subscription, publicKey) }
  )
}

/** The server notices with its next message. A browser that fails to do it must not keep anyone from signing out. */
export async function unsubscribe() {
  try {
    await (await findSubscription())?.unsubscribe()
  } catch (error) {
    reportError(error)
  }
}

async function findSubscription() {
  if (!canSubscribe()) return undefined
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) ?? undefined
}

function hasKey({ options: { applicationServerKey } }: PushSubscription, publicKey: string) {
  if (!applicationServerKey) return false
  const used = btoa(String.fromCharCode(...new Uint8Array(applicationServerKey)))
  return used.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === publicKey
}
