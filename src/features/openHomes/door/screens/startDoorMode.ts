import { logout } from '#features/accounts/accounts.functions.ts'
import { forgetAgentsBrowser } from '#platform/auth/agentsBrowser.ts'
import { unsubscribe } from '#platform/outbound/push/browserPush.ts'
import { qrPath, qrSquares } from '#ui/display/qrCode.ts'
import { startDoor } from '../../openHomes.functions.ts'
import type { DoorSetup } from '../../openHomes.schema.ts'
import { readDeviceTime } from '../device/doorClock.ts'
import { markAtDoor } from '../device/doorCookie.ts'
import { hashPin } from '../device/doorPin.ts'
import { addDoor, leaveOtherDoors } from '../device/doorStorage.ts'
import { createUnlock } from '../device/doorUnlock.ts'
import { tellPortalTabs } from '../device/portalTabs.ts'
import { DOOR_PATH, keepDoorPage } from '../sync/doorWorkerRegistration.ts'

interface StartOptions {
  openHomeId: string
  pin: string
  /** Whether unlocking the device also leaves the mode. */
  hasUnlock: boolean
}

/** Whether this browser can keep check-ins and the page of the door. */
export const canStartDoor = () =>
  'serviceWorker' in navigator && 'locks' in navigator && 'indexedDB' in window && window.isSecureContext

/**
 * Makes this device one that checks visitors in, and nothing else: everything that it needs is stored on it, and the agent is signed out, so nobody
 * who takes or uses the device finds the portal on it.
 */
export async function startDoorMode({ openHomeId, pin, hasUnlock }: StartOptions) {
  // First: browsers ask only shortly after a tap.
  const unlockId = hasUnlock ? await createUnlock('Check-in at open homes') : undefined
  await Promise.all([keepDoorPage(), navigator.storage?.persist?.()])
  const setup = await startDoor({ data: { openHomeId } })
  const started = readDeviceTime()
  const [photo, hashed] = await Promise.all([fetchPhoto(setup.listing.photoUrl), hashPin(pin)])
  const { device, openHome, listing, agentName, consent, serverKey, checkInUrl } = setup
  await leaveOtherDoors()
  await addDoor({
    ...{ id: device.id, token: device.token, serverKey, openHome, agentName, consent, photo, started, unlockId },
    listing: { id: listing.id, title: listing.title, address: listing.address },
    qrCode: drawQrCode(checkInUrl),
    pin: hashed,
  })
  // A device at the door must not show who has enquired, now or in a message.
  await Promise.all([logout(), unsubscribe()])
  forgetAgentsBrowser()
  markAtDoor(true)
  tellPortalTabs()
  // Not in the history: going back would lead to the portal, which leads here again.
  window.location.replace(DOOR_PATH)
}

function drawQrCode(url: string) {
  const squares = qrSquares(url)
  return { path: qrPath(squares), size: squares.length }
}

/** Check-in works without it, for example if the storage of the files refuses other sites. */
async function fetchPhoto(url: DoorSetup['listing']['photoUrl']) {
  if (!url) return undefined
  try {
    const response = await fetch(url)
    return response.ok ? await response.blob() : undefined
  } catch {
    return undefined
  }
}
