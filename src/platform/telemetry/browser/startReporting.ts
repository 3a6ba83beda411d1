import type { ClientSettings } from '../../config/clientSettings.functions.ts'
import { isOnSecretPage, runOffSecretPages } from './secretPage.ts'

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
      // The visitor may have navigated while the browser was busy.
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

/** After the page has loaded and the browser is idle, so that reporting never competes with the page. */
export function whenInteractive(then: () => void) {
  // Safari has no idle callback.
  const idle = () =>
    'requestIdleCallback' in window ? requestIdleCallback(() => then(), { timeout: 2_000 }) : setTimeout(then, 200)
  if (document.readyState === 'complete') idle()
  else window.addEventListener('load', idle, { once: true })
}
