import { DOOR_PATH } from '../sync/doorWorkerRegistration.ts'

const CHANNEL = 'door-started'
/** This tab hears itself, and goes there by itself: a second navigation would end the first. */
let isTold = false

export function tellPortalTabs() {
  isTold = true
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage('started')
  channel.close()
}

/** For tabs of the portal, which still show what they have loaded when this device starts to check visitors in. */
export function leavePortalForDoor() {
  if (!('BroadcastChannel' in window)) return undefined
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = () => {
    if (!isTold) window.location.replace(DOOR_PATH)
  }
  return () => channel.close()
}
