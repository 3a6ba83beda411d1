import type { CaptureResult } from 'posthog-js/no-external'
import { scrubEntries } from './scrub.ts'
import { isOnSecretPage } from './secretPage.ts'

export function scrubEvent(event: CaptureResult | null): CaptureResult | null {
  if (!event || isOnSecretPage()) return null
  return {
    ...event,
    properties: {
      ...scrubEntries(event.properties),
      // The project's public key, not a visitor's.
      token: event.properties.token,
      // Present but empty: else the receiving side fills in the address the request came from.
      $ip: null,
      $geoip_disable: true,
    },
    $set: event.$set && scrubEntries(event.$set),
    $set_once: event.$set_once && scrubEntries(event.$set_once),
  }
}
