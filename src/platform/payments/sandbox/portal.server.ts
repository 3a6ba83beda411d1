import { z } from 'zod'
import { getCustomer } from './customers.server.ts'
import { read } from './errors.ts'
import type { Input } from './form.ts'
import { newSessionId } from './ids.server.ts'
import { webAddress } from './parameters.ts'
import type { PortalSession } from './records.ts'
import type { Sandbox } from './sandbox.ts'

/** The link is a key to somebody's card and plan: it opens nothing for long. */
const PORTAL_SECONDS = 3_600

const NewSession = z.strictObject({ customer: z.string(), return_url: webAddress.optional() })

export function createPortalSession(sandbox: Sandbox, input: Input) {
  const { customer, return_url } = read(NewSession, input)
  getCustomer(sandbox, {}, customer)
  const id = newSessionId('bps')
  const session: PortalSession = {
    id,
    object: 'billing_portal.session',
    created: sandbox.now(),
    customer,
    livemode: false,
    return_url: return_url ?? null,
    url: `${sandbox.state.url}/portal/${id}`,
  }
  forgetOld(sandbox)
  sandbox.state.portalSessions[id] = session
  return session
}

export function openPortalSession(sandbox: Sandbox, id: string) {
  const session = sandbox.state.portalSessions[id]
  return session && isOpen(sandbox, session) ? session : undefined
}

const isOpen = (sandbox: Sandbox, session: PortalSession) => session.created + PORTAL_SECONDS > sandbox.now()

function forgetOld(sandbox: Sandbox) {
  const { portalSessions } = sandbox.state
  for (const [id, session] of Object.entries(portalSessions)) if (!isOpen(sandbox, session)) delete portalSessions[id]
}
