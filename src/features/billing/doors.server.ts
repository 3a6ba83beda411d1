import { AppError, notSignedIn } from '#platform/errors.ts'
import { currentRequest } from '#platform/http/currentRequest.server.ts'
import { useServices } from '#platform/services.server.ts'
import { findVisitor } from '#platform/visitor.server.ts'
import { openBillingPortal } from './billing.server.ts'
import { PriceId } from './billing.ts'
import { inTime } from './provider.server.ts'
import { startCheckout } from './startCheckout.server.ts'
import { takeWebhook } from './webhook.server.ts'

/** A plain link leads here, so that it works before the page is awake and without the policy for forms. */
export async function visitCheckout(priceId: string) {
  const visitor = await findVisitor()
  return sendTo(visitor ? '/portal/settings' : '/get-started', async () =>
    startCheckout(useServices(), {
      priceId: PriceId.parse(priceId),
      clientIp: currentRequest().clientIp,
      agent: visitor?.agent,
    }),
  )
}

export async function visitBillingPortal() {
  const visitor = await findVisitor()
  if (!visitor) throw notSignedIn()
  return sendTo('/portal/settings', () => openBillingPortal(useServices(), visitor.agent))
}

/** To the provider; or back to where the link stands, where the reason is told. */
async function sendTo(back: string, findAddress: () => Promise<string>) {
  try {
    return redirectTo(await inTime(useServices(), findAddress()))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return redirectTo(`${useServices().env.APP_URL}${back}?trouble=${troubleOf(error)}#billing`)
  }
}

const troubles: Record<string, string> = { TooManyRequests: 'often', Conflict: 'active', NotFoundError: 'plan' }
const troubleOf = ({ name }: AppError) => troubles[name] ?? 'provider'

const redirectTo = (location: string) => new Response(null, { status: 303, headers: { location } })

export async function receiveWebhook(request: Request) {
  await takeWebhook(useServices(), await request.text(), request.headers.get('stripe-signature') ?? '')
  return Response.json({ received: true })
}
