import { eq } from 'drizzle-orm'
import { user } from '#db/schema/accounts.ts'
import { checkout } from '#db/schema/billing.ts'
import { refreshPayer } from '#features/billing/server/billing.server.ts'
import { startCheckout } from '#features/billing/server/stripeLinks.server.ts'
import { findMember, type User } from '#platform/auth/sessions.server.ts'
import type { Services } from '#platform/services.server.ts'
import { fullName } from '#ui/format/format.ts'
import { demoSignIn } from './demoAgent.ts'

const PAYING_CARD = { number: '4242 4242 4242 4242', expiry: '12/45', cvc: '123' }

/** Subscribes the demo agent through the sandbox's checkout, so that billing has something to show. */
export async function subscribeDemo(services: Services) {
  const { payments, database, env } = services
  const [priceId] = payments?.priceIds ?? []
  if (!priceId || env.STRIPE_SECRET_KEY) return
  const [found] = await database.db.select().from(user).where(eq(user.email, demoSignIn.email))
  if (!found) return
  const agent = await findMember(database.db, found.id)
  if (!agent) return
  const page = await startCheckout(services, { priceId, clientIp: '127.0.0.1', agent })
  const details = { ...PAYING_CARD, email: agent.email, name: fullName(agent) }
  await fetch(page, { method: 'POST', body: new URLSearchParams(details), redirect: 'manual' })
  await link(services, agent, page.split('/').at(-1) ?? '')
}

/** Like `fulfilCheckout`, but without its email, so that the mailbox starts empty. */
async function link(services: Services, agent: User, sessionId: string) {
  const session = await services.payments?.stripe.checkout.sessions.retrieve(sessionId)
  const subscriptionCustomerId = typeof session?.customer === 'string' ? session.customer : ''
  const { db } = services.database
  await db.insert(checkout).values({ id: sessionId, userId: agent.id, outcome: 'linked', fulfilledAt: new Date() })
  await db.update(user).set({ subscriptionCustomerId }).where(eq(user.id, agent.id))
  await refreshPayer(services, { ...agent, subscriptionCustomerId })
}
