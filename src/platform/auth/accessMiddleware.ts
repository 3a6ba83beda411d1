import { createMiddleware, createServerOnlyFn } from '@tanstack/react-start'
import { agencyInactive, notSignedIn, secondFactorNeeded, sessionLocked, subscriptionInactive } from '../errors.ts'
import { currentRequest } from '../http/currentRequest.server.ts'
import { type PayloadLimit, readCallPayload } from '../serverFunctions/callPayload.server.ts'
import { useServices } from '../services.server.ts'
import { may } from './permissions.ts'
import { requireProof } from './proof.ts'
import { findBrowserSession, writeDeviceCookie, writeSessionCookie } from './sessionCookie.server.ts'

/** Where an agent sets up the second factor that the agency requires. */
const SETUP_PATH = '/second-step'
/** Where an agent unlocks a browser that was left alone. */
const LOCKED_PATH = '/locked'

/** For calls that declare no limit of their own. */
const DEFAULT_PAYLOAD: PayloadLimit = { maxBytes: 16_000, maxValues: 1_000 }

const withServices = createMiddleware({ type: 'function' }).server(({ next }) => {
  const services = useServices()
  return next({ context: { services, db: services.database.db, clientIp: currentRequest().clientIp } })
})

/** Gives the handler the agent of the session, locked or not, or ends the call with 401. */
const withSession = createMiddleware({ type: 'function' })
  .middleware([withServices])
  .server(async ({ next }) => {
    const visitor = await findBrowserSession()
    if (!visitor) throw notSignedIn()
    const { token, deviceToken, ...context } = visitor
    writeSessionCookie(token)
    // It must not expire before the session, which is worth nothing without it.
    if (deviceToken) writeDeviceCookie(deviceToken)
    currentRequest().isByAgent = true
    return next({ context })
  })

/** The same, and refuses a session that was left alone for too long. */
const withAnyAgent = createMiddleware({ type: 'function' })
  .middleware([withSession])
  .server(({ next, context }) => {
    if (context.isLocked) throw sessionLocked()
    return next()
  })

/** The same, and refuses an agent who has to set up a second factor first. */
const withAgent = createMiddleware({ type: 'function' })
  .middleware([withAnyAgent])
  .server(({ next, context }) => {
    if (context.needsSecondFactor) throw secondFactorNeeded()
    return next()
  })

const withProof = createMiddleware({ type: 'function' })
  .middleware([withAnyAgent])
  .server(({ next, context }) => {
    requireProof(context)
    return next()
  })

const withSubscription = createMiddleware({ type: 'function' })
  .middleware([withAgent])
  .server(({ next, context }) => {
    const { agent } = context
    if (!agent.subscriptionActive) throw may(agent, 'manageBilling') ? subscriptionInactive() : agencyInactive()
    return next()
  })

const readPayload = createServerOnlyFn((passed: unknown, limit: PayloadLimit): unknown =>
  readCallPayload(passed, limit),
)
/** Always last, so that no payload is read from a visitor who may not make the call. */
const withPayload = (limit: PayloadLimit) =>
  createMiddleware({ type: 'function' }).validator((passed: unknown) => readPayload(passed, limit))

/** Calls with a larger payload declare it: `subscribedWithPayload({ maxBytes, maxValues })`. */
export const signedInWithPayload = (limit: PayloadLimit) =>
  createMiddleware({ type: 'function' }).middleware([withAgent, withPayload(limit)])
export const subscribedWithPayload = (limit: PayloadLimit) =>
  createMiddleware({ type: 'function' }).middleware([withSubscription, withPayload(limit)])

/** For calls that anyone may make. */
export const anyone = createMiddleware({ type: 'function' }).middleware([withServices, withPayload(DEFAULT_PAYLOAD)])
/** For calls from the portal. */
export const signedIn = signedInWithPayload(DEFAULT_PAYLOAD)
/** For calls with which an agent locks and unlocks the session. */
export const signedInOrLocked = createMiddleware({ type: 'function' }).middleware([
  withSession,
  withPayload(DEFAULT_PAYLOAD),
])
/** For calls with which an agent sets up a second factor, and those of the page around it. */
export const signedInForSetup = createMiddleware({ type: 'function' }).middleware([
  withAnyAgent,
  withPayload(DEFAULT_PAYLOAD),
])
export const provenForSetup = createMiddleware({ type: 'function' }).middleware([
  withProof,
  withPayload(DEFAULT_PAYLOAD),
])
/** For sensitive changes: also when someone has just proved in this browser that they are the agent. */
export const proven = createMiddleware({ type: 'function' }).middleware([
  withAgent,
  withProof,
  withPayload(DEFAULT_PAYLOAD),
])
/** For calls that create, edit, upload or publish. Reading, exporting and paying stay open without a subscription. */
export const subscribed = subscribedWithPayload(DEFAULT_PAYLOAD)
export const subscribedAndProven = createMiddleware({ type: 'function' }).middleware([
  withSubscription,
  withProof,
  withPayload(DEFAULT_PAYLOAD),
])

/** For pages of the portal: visitors who are signed out are redirected before anything is rendered. */
export const requireSignedInPage = createMiddleware().server(async ({ next, request }) => {
  const visitor = await findBrowserSession()
  if (visitor && !visitor.isLocked && !visitor.needsSecondFactor) return next()
  const { pathname, search } = new URL(request.url)
  const target = !visitor ? '/login' : visitor.isLocked ? LOCKED_PATH : SETUP_PATH
  const location = `${target}?${new URLSearchParams({ from: pathname + search })}`
  return new Response(null, { status: 302, headers: { location } })
})
