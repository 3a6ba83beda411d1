import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Services } from '../services.server.ts'
import { countRequestOfKind } from '../telemetry/metrics.server.ts'
import { isTracing } from '../telemetry/tracing.server.ts'
import { browserHasPage, chooseEncoding } from './staticPages.server.ts'

/**
 * Answers with a page from memory. Most requests end here, so it goes without the objects that the rest of the application works
 * with, and, like a static file, without a request id and a log line. Returns false if the page is not kept.
 */
export function sendStaticPage(
  { pages }: Pick<Services, 'pages'>,
  { method, url = '', headers }: IncomingMessage,
  response: ServerResponse,
) {
  if ((method !== 'GET' && method !== 'HEAD') || isTracing()) return false
  const started = performance.now()
  const query = url.indexOf('?')
  const pathname = query < 0 ? url : url.slice(0, query)
  if (!isForEveryone(query < 0 ? '' : url.slice(query), headers.accept) || !PLAIN_HOST.test(headers.host ?? ''))
    return false
  const bytes = pages.find(pathname, chooseEncoding(headers['accept-encoding']))
  if (!bytes) return false

  const isUnchanged = browserHasPage(headers['if-none-match'], bytes)
  const status = isUnchanged ? 304 : bytes.status
  response.writeHead(status, isUnchanged ? bytes.unchangedHeaders : bytes.headers)
  response.end(isUnchanged || method === 'HEAD' ? undefined : bytes.body)
  countRequestOfKind('page', method, status, (performance.now() - started) / 1000)
  return true
}

/** The application decides about any other: a client may send what it likes. */
const PLAIN_HOST = /^[\w.-]+(?::[1-5]?\d{1,4})?$/

/** Only the agent's preview differs, and only by its query. Anything else in a query changes nothing. */
export const isForEveryone = (search: string, accept = '*/*') =>
  (accept.includes('text/html') || accept.includes('*/*')) && !search.includes('preview')
