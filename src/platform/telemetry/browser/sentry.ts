import {
  browserApiErrorsIntegration,
  captureException,
  dedupeIntegration,
  type ErrorEvent,
  eventFiltersIntegration,
  functionToStringIntegration,
  globalHandlersIntegration,
  httpContextIntegration,
  init,
  linkedErrorsIntegration,
} from '@sentry/react'
import { AppError } from '../../errors.ts'
import { scrub, scrubEntries } from './scrub.ts'
import { isOnSecretPage } from './secretPage.ts'
import { isRefusal, setErrorSender } from './showAndReportError.ts'

export function startSentry(dsn: string) {
  init({
    dsn,
    // Listed explicitly: the defaults would also record clicks, console, requests and visits, and the IP address.
    defaultIntegrations: false,
    integrations: [
      eventFiltersIntegration(),
      functionToStringIntegration(),
      browserApiErrorsIntegration(),
      globalHandlersIntegration(),
      linkedErrorsIntegration(),
      dedupeIntegration(),
      httpContextIntegration(),
    ],
    dataCollection: {
      userInfo: false,
      cookies: false,
      httpHeaders: { request: { allow: ['User-Agent'] }, response: false },
      httpBodies: [],
      urlQueryParams: false,
      stackFrameVariables: false,
      frameContextLines: 0,
    },
    maxBreadcrumbs: 0,
    tracesSampleRate: 0,
    sendClientReports: false,
    beforeBreadcrumb: () => null,
    beforeSend: (event, { originalException }) =>
      isOnSecretPage() || isRefusal(originalException) ? null : scrubReport(event),
  })
  setErrorSender((error) => captureException(error, { tags: { errorId: serverErrorId(error) } }))
}

/** An allow-list of fields, so that fields of later versions are not sent. */
export function scrubReport(event: ErrorEvent): ErrorEvent {
  const { type, event_id, timestamp, platform, level, environment, release, sdk, debug_meta } = event
  return {
    ...{ type, event_id, timestamp, platform, level, environment, release, sdk, debug_meta },
    message: scrub(event.message) as ErrorEvent['message'],
    exception: scrub(event.exception) as ErrorEvent['exception'],
    request: scrub(event.request) as ErrorEvent['request'],
    tags: scrubEntries(event.tags ?? {}) as ErrorEvent['tags'],
  }
}

/** Finds the same failure in the server's log. */
const serverErrorId = (error: unknown) => (error instanceof AppError ? error.errorId : undefined)
