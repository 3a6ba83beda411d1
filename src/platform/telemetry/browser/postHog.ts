import type { CaptureResult, PostHogConfig } from 'posthog-js/no-external'
import type { ClientSettings } from '../../config/clientSettings.functions.ts'
import { scrubEntries } from './scrub.ts'
import { isOnSecretPage } from './secretPage.ts'

type Settings = NonNullable<ClientSettings['postHog']>

export async function startPostHog({ key, host }: Settings) {
  const posthog = await loadPostHog(host)
  posthog.init(key, postHogConfig(host))
}

/** The build that cannot load scripts from elsewhere, so only code that we shipped runs. */
async function loadPostHog(host: string) {
  // The library keeps the `fetch` that is there while it loads.
  const { fetch } = window
  window.fetch = answerFailuresWith503(fetch, host)
  try {
    return (await import('posthog-js/no-external')).default
  } finally {
    window.fetch = fetch
  }
}

/** The specification's limits as options of the library. Tests check those that cannot be configured. */
const LIMITS = {
  request_queue_config: { flush_interval_ms: 3_000 },
  rate_limiting: { events_per_second: 10, events_burst_limit: 100 },
  surveys_request_timeout_ms: 10_000,
  feature_flag_request_timeout_ms: 3_000,
  session_idle_timeout_seconds: 1_800,
  cookie_expiration: 365,
} satisfies Partial<PostHogConfig>

/** Page views and named events only; no autocapture, and no external scripts. */
const COLLECTED = {
  capture_pageview: 'history_change',
  capture_pageleave: true,
  autocapture: false,
  rageclick: false,
  capture_dead_clicks: false,
  capture_heatmaps: false,
  capture_exceptions: false,
  capture_performance: false,
  disable_session_recording: true,
  disable_surveys_automatic_display: true,
  disable_product_tours: true,
  disable_conversations: true,
  disable_web_experiments: true,
  disable_external_dependency_loading: true,
  opt_in_site_apps: false,
} satisfies Partial<PostHogConfig>

const PRIVACY = {
  person_profiles: 'identified_only',
  ip: false,
  mask_all_text: true,
  mask_all_element_attributes: true,
  mask_personal_data_properties: true,
  disable_capture_url_hashes: true,
  // The request for feature flags would send the first URL and referrer past `before_send`.
  save_referrer: false,
  save_campaign_params: false,
  cross_subdomain_cookie: false,
  respect_dnt: true,
  before_send: scrubEvent,
} satisfies Partial<PostHogConfig>

export const postHogConfig = (host: string): Partial<PostHogConfig> => ({
  api_host: host,
  // Otherwise the library uses a second host, which the content security policy does not allow.
  asset_host: host,
  request_batching: true,
  ...LIMITS,
  ...COLLECTED,
  ...PRIVACY,
})

function scrubEvent(event: CaptureResult | null): CaptureResult | null {
  if (!event || isOnSecretPage()) return null
  return {
    ...event,
    properties: {
      ...scrubEntries(event.properties),
      // The project's public key, not a visitor's.
      token: event.properties.token,
      // Present but null: otherwise the server fills in the request's IP address.
      $ip: null,
      $geoip_disable: true,
    },
    $set: event.$set && scrubEntries(event.$set),
    $set_once: event.$set_once && scrubEntries(event.$set_once),
  }
}

/**
 * The specification retries undelivered events (status 0) 10 times. The library does so 3 times, but
 * 10 times after a 5xx response, so a failed delivery of events is turned into a 503.
 */
export function answerFailuresWith503(fetch: typeof window.fetch, host: string): typeof window.fetch {
  return async (input, init) => {
    try {
      return await fetch(input, init)
    } catch (error) {
      if (typeof input === 'string' && init?.method === 'POST' && deliversEvents(input, host))
        return new Response(null, { status: 503 })
      throw error
    }
  }
}

const deliversEvents = (url: string, host: string) => url.startsWith(host) && !url.includes('/flags/')
