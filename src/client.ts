import { watchVisit } from '#features/analytics/public/beacon.ts'
import { DOOR_PATH } from '#features/openHomes/door/sync/doorWorkerRegistration.ts'
import { isAgentsBrowser, markAgentsPage } from '#platform/auth/agentsBrowser.ts'
import type { ClientSettings } from '#platform/config/clientSettings.functions.ts'
import { readPageData, SETTINGS_ID } from '#platform/http/staticPage.ts'
import { startStaticPage } from '#ui/staticPage/startStaticPage.ts'

/** The interactive parts of static pages. */
const islands = {
  door: () => import('#features/openHomes/door/screens/DoorPage.tsx'),
  embed: () => import('#routes/-islands/EmbedIsland.tsx'),
  listing: () => import('#routes/-islands/ListingIsland.tsx'),
  pricing: () => import('#routes/-islands/PricingIsland.tsx'),
  verify: () => import('#features/disclosure/public/CertificateCheck.tsx'),
}

/** Runs on every page, and loads what the page needs. It is all that a static page loads before the first sign of interest. */
markAgentsPage()
const { dataset } = document.documentElement
if (dataset.static === undefined) void import('./hydrateApp.tsx')
else if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start, { once: true })
else start()

function start() {
  const isAtDoor = location.pathname === DOOR_PATH
  const listingId = document.querySelector<HTMLMetaElement>('meta[name=listing]')?.content
  if (listingId) watchVisit(listingId)
  startStaticPage({
    islands,
    loadHydration: () => import('./hydrateIsland.tsx'),
    isExpected: dataset.known !== undefined || isAgentsBrowser() || isAtDoor,
  })
  if (window.parent !== window)
    void import('#features/embed/public/talkToHost.ts').then(({ talkToHost }) => talkToHost())
  const settings = document.getElementById(SETTINGS_ID)?.textContent
  // Visitors type into the page of the door, and it has no signal to report with.
  if (settings && !isAtDoor) void startReporting(settings)
}

async function startReporting(settings: string) {
  const reporting = await import('#platform/telemetry/browser/startReporting.ts')
  // The server wrote them into this page.
  reporting.startReporting(readPageData(settings) as ClientSettings)
}
