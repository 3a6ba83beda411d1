import type { IncomingMessage } from 'node:http'
import { type Answer, S3Error } from './answer.ts'

export interface CorsRule {
  AllowedOrigins: string[]
  AllowedMethods: string[]
  AllowedHeaders: string[]
  ExposeHeaders: string[]
}

/** As S3 does: what the rule does not name, the browser does not get. */
export function preflight(rule: CorsRule | undefined, request: IncomingMessage): Answer {
  const asked = String(request.headers['access-control-request-headers'] ?? '')
  const names = asked.split(',').flatMap((name) => name.trim() || [])
  const method = String(request.headers['access-control-request-method'])
  const isAllowed = rule?.AllowedMethods.includes(method) && names.every((name) => rule.AllowedHeaders.includes(name))
  if (!rule || !isAllowed || !isOrigin(rule, request)) throw new S3Error(403, 'AccessForbidden')
  return {
    status: 200,
    headers: {
      'access-control-allow-methods': rule.AllowedMethods.join(', '),
      'access-control-allow-headers': rule.AllowedHeaders.join(', '),
    },
  }
}

export function corsHeaders(rule: CorsRule | undefined, request: IncomingMessage): Record<string, string> {
  if (!rule || !isOrigin(rule, request)) return {}
  return {
    'access-control-allow-origin': String(request.headers.origin),
    'access-control-expose-headers': rule.ExposeHeaders.join(', '),
  }
}

const isOrigin = (rule: CorsRule, request: IncomingMessage) =>
  rule.AllowedOrigins.includes(String(request.headers.origin))
