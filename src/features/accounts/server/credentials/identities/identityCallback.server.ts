import {
  findBrowserSession,
  readIdentityCookie,
  writeDeviceCookie,
  writePendingCookie,
  writeSessionCookie,
} from '#platform/auth/sessionCookie.server.ts'
import { currentRequest } from '#platform/http/currentRequest.server.ts'
import { useServices } from '#platform/services.server.ts'
import { currentSignInRequest } from '../signIn.server.ts'
import type { AcceptInvitation } from './signInWithIdentity.server.ts'
import { finishProviderVisit } from './visitProvider.server.ts'

/** The address that a browser comes back to from a provider. It only ever goes on to a page of ours, which has nothing of the provider's answer. */
export async function serveIdentityCallback(provider: string, request: Request, acceptInvitation: AcceptInvitation) {
  const visit = currentSignInRequest(currentRequest().clientIp)
  const back = { visit, browser: readIdentityCookie() ?? '', session: await findBrowserSession() }
  const { search } = new URL(request.url)
  const { location, ...arrival } = await finishProviderVisit(
    useServices(),
    { provider, search },
    back,
    acceptInvitation,
  )
  if (arrival.sessionToken) writeSessionCookie(arrival.sessionToken)
  if (arrival.pendingToken) writePendingCookie(arrival.pendingToken)
  if (arrival.sessionToken || arrival.pendingToken) writeDeviceCookie(visit.deviceToken)
  return new Response(null, {
    status: 303,
    headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  })
}
