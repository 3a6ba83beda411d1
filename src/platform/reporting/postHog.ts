import type { ClientSettings } from '../clientSettings.functions.ts'
import { postHogConfig } from './postHogConfig.ts'
import { answerFailuresWith503 } from './withFailuresAnswered.ts'

type Settings = NonNullable<ClientSettings['postHog']>

export async function startPostHog({ key, host }: Settings) {
  const posthog = await loadPostHog(host)
  posthog.init(key, postHogConfig(host))
}

/** The build that cannot load scripts from elsewhere: what runs on our pages is what we shipped. */
async function loadPostHog(host: string) {
  // The library keeps the `fetch` that it finds while it loads.
  const { fetch } = window
  window.fetch = answerFailuresWith503(fetch, host)
  try {
    return (await import('posthog-js/no-external')).default
  } finally {
    window.fetch = fetch
  }
}
