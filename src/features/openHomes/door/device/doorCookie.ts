import { readPreferenceCookie } from '#platform/http/preferenceCookie.ts'
import { DAY_MS } from '#values/time.ts'

const COOKIE = 'at-door'
const MAX_AGE_SECONDS = (30 * DAY_MS) / 1000

/** Whether this device checks visitors in. The portal and the sign-in page then lead back to the door. It gives no access. */
export const isAtDoor = () => readPreferenceCookie(COOKIE) === 'yes'

export function markAtDoor(isOn: boolean) {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  Object.assign(document, {
    cookie: `${COOKIE}=yes; Path=/; Max-Age=${isOn ? MAX_AGE_SECONDS : 0}; SameSite=Lax${secure}`,
  })
}
