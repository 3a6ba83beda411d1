import { createMiddleware } from '@tanstack/react-start'
import { notSignedIn } from './errors.ts'
import { currentRequest } from './http/currentRequest.server.ts'
import { useServices } from './services.server.ts'
import { findSession } from './session.server.ts'
import { readSessionCookie, writeSessionCookie } from './sessionCookie.server.ts'

/** For calls that anybody may make. */
export const anyone = createMiddleware({ type: 'function' }).server(({ next }) => {
  const services = useServices()
  return next({ context: { services, db: services.database.db, clientIp: currentRequest().clientIp } })
})

/** For calls of the portal: whoever gets past this has an agent, and the handler cannot forget whose data it touches. */
export const signedIn = createMiddleware({ type: 'function' })
  .middleware([anyone])
  .server(async ({ next, context }) => {
    const token = readSessionCookie()
    const found = token ? await findSession(context.db, token) : undefined
    if (!token || !found) throw notSignedIn()
    writeSessionCookie(token)
    return next({ context: found })
  })

/** For pages of the portal: anybody else is sent to sign in before a line of the page is made. */
export const signedInVisit = createMiddleware().server(async ({ next, request }) => {
  const token = readSessionCookie()
  if (token && (await findSession(useServices().database.db, token))) return next()
  const { pathname, search } = new URL(request.url)
  const location = `/login?${new URLSearchParams({ from: pathname + search })}`
  return new Response(null, { status: 302, headers: { location } })
})
