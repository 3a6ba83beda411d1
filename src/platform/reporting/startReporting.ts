import type { ClientSettings } from '../clientSettings.functions.ts'
import { isOnSecretPage, runOffSecretPages } from './secretPage.ts'
import { whenInteractive } from './whenInteractive.ts'

let started = false

/** Loads product analytics and error reporting after the page is interactive, each only if it is configured. */
export function startReporting(settings: ClientSettings) {
  if (started || !(settings.postHog || settings.sentry)) return
  started = true
  loadWhenAllowed(settings)
}

function loadWhenAllowed(settings: ClientSettings) {
  runOffSecretPages(() =>
    whenInteractive(() => {
      // The visitor may have moved on while the browser was busy.
      if (isOnSecretPage()) loadWhenAllowed(settings)
      else loadReporters(settings)
    }),
  )
}

function loadReporters({ sentry, postHog }: ClientSettings) {
  if (sentry) import('./sentry.ts').then(({ startSentry }) => startSentry(sentry.dsn)).catch(ignoreBlocked)
  if (postHog) import('./postHog.ts').then(({ startPostHog }) => startPostHog(postHog)).catch(ignoreBlocked)
}

/** Content blockers stop these libraries for many visitors: that is their choice, not an error. */
function ignoreBlocked() {}
