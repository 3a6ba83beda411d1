import { createMiddleware } from '@tanstack/react-start'
import { notSignedIn, subscriptionInactive } from './errors.ts'
import { currentRequest } from './http/currentRequest.server.ts'
import { useServices } from './services.server.ts'
import { writeSessionCookie } from './sessionCookie.server.ts'
import { findVisitor } from './visitor.server.ts'

/** For calls that anybody may make. */
export const anyone = createMiddleware({ type: 'function' }).server(({ next }) => {
  const services = useServices()
  return next({ context: { services, db: services.database.db, clientIp: currentRequest().clientIp } })
})

/** For calls of the portal: whoever gets past this has an agent, and the handler cannot forget whose data it touches. */
export const signedIn = createMiddleware({ type: 'function' })
  .middleware([anyone])
  .server(async ({ next }) => {
    const visitor = await findVisitor()
    if (!visitor) throw notSignedIn()
    const { token, agent, sessionHash } = visitor
    writeSessionCookie(token)
    return next({ context: { agent, sessionHash } })
  })

/** For calls that create, edit, upload or publish. Reading, exporting and paying stay open without a subscription. */
export const subscribed = createMiddleware({ type: 'function' })
  .middleware([signedIn])
  .server(({ next, context }) => {
    if (!context.agent.subscriptionActive) throw subscriptionInactive()
    return next()
  })

/** For pages of the portal: anybody else is sent to sign in before a line of the page is made. */
export const signedInVisit = createMiddleware().server(async ({ next, request }) => {
  if (await findVisitor()) return next()
  const { pathname, search } = new URL(request.url)
  const location = `/login?${new URLSearchParams({ from: pathname + search })}`
  return new Response(null, { status: 302, headers: { location } })
})
