import type { ClientSettings } from '../clientSettings.functions.ts'
import { onSecretPage, whenNotOnSecretPage } from './secretPage.ts'
import { whenInteractive } from './whenInteractive.ts'

let started = false

/** Loads product analytics and error reporting after the page is interactive, each only if it is configured. */
export function startReporting(settings: ClientSettings) {
  if (started || !(settings.postHog || settings.sentry)) return
  started = true
  loadWhenAllowed(settings)
}

function loadWhenAllowed(settings: ClientSettings) {
  whenNotOnSecretPage(() =>
    whenInteractive(() => {
      // The visitor may have moved on while the browser was busy.
      if (onSecretPage()) loadWhenAllowed(settings)
      else load(settings)
    }),
  )
}

function load({ sentry, postHog }: ClientSettings) {
  if (sentry) import('./sentry.ts').then(({ startSentry }) => startSentry(sentry.dsn)).catch(carryOn)
  if (postHog) import('./postHog.ts').then(({ startPostHog }) => startPostHog(postHog)).catch(carryOn)
}

/** Content blockers stop these libraries for many visitors: that is their choice, not an error. */
function carryOn() {}
