import { and, eq } from 'drizzle-orm'
import { member, memberInvitation } from '../../src/db/schema/agencies.ts'
import { readSeatUse, reportSeatChange, requireFreeSeat } from '../../src/features/agencies/server/seats.server.ts'
import { refreshSubscription } from '../../src/features/billing/server/billing.server.ts'
import { fulfilCheckout } from '../../src/features/billing/server/fulfilCheckout.server.ts'
import { addSeat, findChangedSeatsJob, readSeatPrice } from '../../src/features/billing/server/seats.server.ts'
import type { Agent } from '../../src/platform/auth/sessions.server.ts'
import { DAY_MS } from '../../src/values/time.ts'
import { PAYS } from '../fixtures/billing.ts'
import type { TestBilling } from './billing.ts'

/** What owners and managers do with seats, and what Stripe has of it. */
export function seatActions(open: () => TestBilling) {
  return {
    /** The owner of an agency of one that pays by the month, halfway through it unless they are on trial. */
    createOwner: async (email: string, { trial = false, card = PAYS } = {}) => {
      const billing = open()
      const sessionId = await billing.sandbox.buy(email, card, trial ? {} : { subscription_data: {} })
      await fulfilCheckout(billing.services, sessionId)
      await billing.settle()
      if (!trial) await billing.sandbox.advance(15)
      return billing.member(email)
    },

    seatsAtStripe: async ({ subscriptionId }: Agent) => {
      const { items } = await open().sandbox.stripe.subscriptions.retrieve(subscriptionId)
      return items.data[0]?.quantity
    },

    /** What was charged, the oldest first. */
    charges: async ({ subscriptionId }: Agent) =>
      (await open().sandbox.invoices(subscriptionId)).map(({ total }) => total).toReversed(),

    useOf: ({ agencyId }: Agent) => readSeatUse(open().database.db, agencyId),

    /** As inviting someone does it. */
    invite: ({ id, agencyId }: Agent, expiresAt = new Date(Date.now() + 7 * DAY_MS)) =>
      open().database.db.transaction(async (tx) => {
        await requireFreeSeat(tx, agencyId)
        await tx.insert(memberInvitation).values({ ...newInvitation({ id, agencyId }), expiresAt })
        await reportSeatChange(open().services, tx, agencyId)
      }),

    buySeat: async (owner: Agent) => {
      const { seats, amountToday } = await readSeatPrice(open().services, owner)
      await addSeat(open().services, owner, { seats, amountToday })
      return amountToday
    },

    /** As removing someone does it. */
    remove: ({ agencyId }: Agent, { id }: Agent) =>
      open().database.db.transaction(async (tx) => {
        await tx.delete(member).where(and(eq(member.agencyId, agencyId), eq(member.userId, id)))
        await reportSeatChange(open().services, tx, agencyId)
      }),

    /** The regular check. */
    findChangedSeats: async () => {
      await findChangedSeatsJob.work(open().services, {}, { id: '' })
      await open().settle()
    },

    /** The subscription ends, and we notice. */
    lapse: async (owner: Agent) => {
      await open().sandbox.stripe.subscriptions.cancel(owner.subscriptionId)
      await refreshSubscription(open().services, owner)
      await open().settle()
    },

    /** The key in the latest link that asks the owner of this address to confirm a payment. */
    confirmationKey: async (email: string) => {
      const mail = (await open().writtenEmails()).findLast(({ to, text }) => to === email && /\/confirm-c/.test(text))
      return /\/confirm-checkout\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    },
  }
}

export const newInvitation = ({ id, agencyId }: Pick<Agent, 'id' | 'agencyId'>) => {
  const token = crypto.randomUUID()
  return { agencyId, email: `${token}@example.nz`, role: 'agent' as const, tokenHash: token, invitedById: id }
}
