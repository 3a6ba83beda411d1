import { DOOR_PATH } from './doorWorkerRegistration.ts'

const CHANNEL = 'door-started'

export function tellPortalTabs() {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage('started')
  channel.close()
}

/** For tabs of the portal, which still show what they have loaded when this device starts to check visitors in. */
export function leavePortalForDoor() {
  if (!('BroadcastChannel' in window)) return undefined
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = () => window.location.replace(DOOR_PATH)
  return () => channel.close()
}
