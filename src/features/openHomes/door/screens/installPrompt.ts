/** Not in TypeScript's library: browsers other than Chromium don't have it. */
interface InstallPromptEvent extends Event {
  prompt: () => Promise<unknown>
}

const isInstallPrompt = (event: Event): event is InstallPromptEvent => 'prompt' in event

let offered: InstallPromptEvent | undefined
const listeners = new Set<() => void>()

function change(to: InstallPromptEvent | undefined) {
  offered = to
  for (const notify of listeners) notify()
}

// A browser offers it once, and maybe before the page is hydrated.
if (typeof window !== 'undefined') {
  addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallPrompt(event)) return
    // Our button instead of the browser's own bar.
    event.preventDefault()
    change(event)
  })
  addEventListener('appinstalled', () => change(undefined))
}

export const isInstallOffered = () => offered !== undefined

export function onInstallOffer(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** An offer is good for one answer, whatever that is. */
export async function installApp() {
  const prompt = offered
  change(undefined)
  await prompt?.prompt()
}
