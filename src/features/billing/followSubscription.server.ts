import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { subscription } from '#db/schema/billing.ts'
import { user } from '#db/schema/user.ts'
import type { Job } from '#platform/jobs.server.ts'
import type { Services } from '#platform/services.server.ts'
import type { Agent } from '#platform/session.server.ts'
import { isActive } from './billing.ts'
import { idOf, moment } from './provider.server.ts'
import { type Reading, readCustomer } from './providerReading.server.ts'
import { tellOfChanges } from './tellOfChanges.server.ts'

const Customer = z.strictObject({ customerId: z.string(), trialEnding: z.boolean().optional() })

/** The answer to every event about a customer: whatever it said, the state is read from the provider anew. */
export const followCustomer: Job<z.infer<typeof Customer>, Services> = {
  name: 'follow_customer',
  data: Customer,
  concurrency: 4,
  async work(services, { customerId, trialEnding }) {
    const reading = await readCustomer(services, customerId)
    if (!reading) return
    await services.database.db.transaction(async (tx) => {
      const [agent] = await tx.select().from(user).where(eq(user.subscriptionCustomerId, customerId)).for('update')
      // Nobody has this customer yet: the checkout that will link it reads for itself.
      if (agent) await followSubscription(services, tx, agent, reading, trialEnding)
    })
  },
}

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
    status: said.status,
    trialEndsAt: moment(said.trial_end),
    periodEndsAt: moment(said.items.data[0]?.current_period_end),
    endsAt: moment(said.cancel_at),
    readNumber: number,
    updatedAt: new Date(),
  }
  const told = await tellOfChanges(services, tx, agent, before, { ...now, trialEnding })
  await tx
    .insert(subscription)
    .values({ userId: agent.id, ...now, ...told })
    .onConflictDoUpdate({ target: subscription.userId, set: { ...now, ...told } })
  await tx
    .update(user)
    .set({
      subscriptionId: said.id,
      subscriptionCustomerId: idOf(said.customer),
      subscriptionActive: isActive(said.status),
    })
    .where(eq(user.id, agent.id))
}
