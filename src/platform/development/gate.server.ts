import { currentRequest } from '../http/currentRequest.server.ts'
import { isLoopbackAddress, isLoopbackHost } from '../loopback.server.ts'
import { type Services, useServices } from '../services.server.ts'

export type DevelopmentPage = 'mail' | 'jobs'

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/**
 * Development pages show mails and jobs to whoever sits at this computer, and to nobody else: not through a proxy, not
 * from a page whose name somebody pointed at 127.0.0.1, and only while the embedded part that they show is in use.
 */
export function isDevelopmentPageOpen(page: DevelopmentPage, request: Request) {
  const { env } = useServices()
  return (
    usesEmbedded(env, page) &&
    env.loopback &&
    isLoopbackHost(new URL(env.APP_URL).host) &&
    isLoopbackAddress(currentRequest().clientIp) &&
    isLoopbackHost(request.headers.get('host') ?? '') &&
    !FORWARDED.some((header) => request.headers.has(header))
  )
}

const usesEmbedded = (env: Services['env'], page: DevelopmentPage) =>
  page === 'mail' ? !env.SMTP_URL : !env.DATABASE_URL
