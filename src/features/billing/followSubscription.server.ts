import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { subscription } from '#db/schema/billing.ts'
import { user } from '#db/schema/user.ts'
import { writeAudit } from '#platform/audit/writeAudit.server.ts'
import type { Job } from '#platform/jobs.server.ts'
import type { Services } from '#platform/services.server.ts'
import type { Agent } from '#platform/session.server.ts'
import { isActive } from './billing.ts'
import { idOf, moment, triedForADay } from './provider.server.ts'
import { type Reading, readCustomer } from './providerReading.server.ts'
import { tellOfChanges } from './tellOfChanges.server.ts'
import { claimTrial } from './usedTrials.server.ts'

const Customer = z.strictObject({ customerId: z.string(), trialEnding: z.boolean().optional() })

/** The answer to every event about a customer: whatever it said, the state is read from the provider anew. */
export const followCustomer: Job<z.infer<typeof Customer>, Services> = {
  name: 'follow_customer',
  data: Customer,
  queue: triedForADay,
  concurrency: 4,
  async work(services, { customerId, trialEnding }) {
    const { db } = services.database
    const isTheirs = eq(user.subscriptionCustomerId, customerId)
    const [payer] = await db.select().from(user).where(isTheirs)
    // Nobody has this customer yet: the checkout that will link it reads for itself.
    if (!payer) return
    const reading = await readCustomer(services, payer)
    await db.transaction(async (tx) => {
      const [agent] = await tx.select().from(user).where(isTheirs).for('update')
      if (agent) await followSubscription(services, tx, agent, reading, trialEnding)
    })
  },
}

/** A working subscription is never swapped for another: a stranger who pays with somebody's address must not be able to. */
export const isSecondSubscription = (agent: Agent, { id }: Stripe.Subscription) =>
  agent.subscriptionActive && agent.subscriptionId !== '' && agent.subscriptionId !== id

/** Brings the agent to what the provider said, unless something newer was heard since. The agent's row is locked. */
export async function followSubscription(
  services: Pick<Services, 'mailer' | 'env'>,
  tx: Db,
  agent: Agent,
  { number, subscription: said }: Reading,
  trialEnding = false,
) {
  const [before] = await tx.select().from(subscription).where(eq(subscription.userId, agent.id))
  if (before && before.readNumber > number) return
  const now = {
    status: said?.status ?? 'canceled',
    trialEndsAt: moment(said?.trial_end),
    periodEndsAt: moment(said?.items.data[0]?.current_period_end),
    endsAt: moment(said?.cancel_at),
    readNumber: number,
    updatedAt: new Date(),
  }
  const told = await tellOfChanges(services, tx, agent, before, { ...now, trialEnding, isPaid: isPaid(said) })
  await tx
    .insert(subscription)
    .values({ userId: agent.id, ...now, ...told })
    .onConflictDoUpdate({ target: subscription.userId, set: { ...now, ...told } })
  if (!before || before.status !== now.status || !before.endsAt !== !now.endsAt)
    await writeAudit(tx, agent.id, 'subscription_changed', {
      from: before?.status ?? null,
      to: now.status,
      ending: now.endsAt !== null,
    })
  await tx
    .update(user)
    .set({
      ...(said && { subscriptionId: said.id, subscriptionCustomerId: idOf(said.customer) }),
      subscriptionActive: isActive(now.status),
    })
    .where(eq(user.id, agent.id))
  if (said?.trial_end) await claimTrial(services, tx, agent.email, said)
}

/** A trial that is over is active before its first charge has been tried. */
function isPaid(said: Stripe.Subscription | undefined) {
  const invoice = said?.latest_invoice
  return typeof invoice === 'object' && invoice !== null && invoice.status === 'paid' && invoice.amount_paid > 0
}
