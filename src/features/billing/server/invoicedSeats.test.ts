import { and, eq, isNull } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memberInvitation } from '#db/schema/agencies.ts'
import { reportSeatChange } from '#features/agencies/server/seats.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { addMember } from '../../../../test/fixtures/agencies.ts'
import { createAgent } from '../../../../test/fixtures/agents.ts'
import { FAILS_LATER, PAYS } from '../../../../test/fixtures/billing.ts'
import { openBilling, type TestBilling } from '../../../../test/support/billing.ts'
import { isLong } from '../../../../test/support/longRun.ts'
import { seatActions } from '../../../../test/support/seats.ts'
import { refreshSubscription } from './billing.server.ts'
import { fulfilCheckout } from './fulfilCheckout.server.ts'
import { confirmCheckout, readCheckoutConfirmation } from './heldCheckout.server.ts'
import { startCheckout } from './stripeLinks.server.ts'

const TIMEOUT_MS = 60_000
const PRICE = 4_900

let billing: TestBilling
beforeAll(async () => {
  billing = await openBilling()
})
afterAll(() => billing.close())

const {
  createOwner,
  seatsAtStripe,
  charges,
  useOf,
  invite,
  buySeat,
  remove,
  findChangedSeats,
  lapse,
  confirmationKey,
} = seatActions(() => billing)

let visits = 0

/** Through the portal's link to the checkout, each time from another internet address. */
async function subscribeSignedIn(owner: Agent) {
  const { services, sandbox } = billing
  visits += 1
  const clientIp = `203.0.113.${visits % 255}`
  const page = await startCheckout(services, { priceId: 'price_sandbox_monthly', clientIp, agent: owner })
  await sandbox.pay(page, PAYS, { email: owner.email })
  await fulfilCheckout(services, page.split('/').at(-1) ?? '')
  await billing.settle()
  return billing.member(owner.email)
}

/** Through the public page, and the link in the email that asks whether it was them. */
async function subscribeSignedOut({ email }: Agent) {
  await fulfilCheckout(billing.services, await billing.sandbox.buy(email))
  await confirmCheckout(billing.services, await confirmationKey(email))
  await billing.settle()
  return billing.member(email)
}

describe('threat 159: a team that subscribes again', () => {
  test(
    'while signed in pays for everyone in it',
    async () => {
      const owner = await createOwner('signed-in@example.nz')
      for (const role of ['agent', 'manager'] as const) await addMember(billing.database.db, owner, { role })
      await lapse(owner)
      const again = await subscribeSignedIn(owner)
      expect(await seatsAtStripe(again)).toBe(3)
      expect((await charges(again)).at(-1)).toBe(3 * PRICE)
      expect(await useOf(again)).toMatchObject({ used: 3, seats: 3 })
    },
    TIMEOUT_MS,
  )

  test(
    'while signed out is told the price for everyone, and pays it when they confirm',
    async () => {
      const owner = await createOwner('signed-out@example.nz')
      for (const role of ['agent', 'manager'] as const) await addMember(billing.database.db, owner, { role })
      await lapse(owner)
      await fulfilCheckout(billing.services, await billing.sandbox.buy(owner.email))
      const key = await confirmationKey(owner.email)
      expect(await readCheckoutConfirmation(billing.services, key)).toMatchObject({
        ...{ amount: PRICE, seats: 3, chargesNow: true },
      })
      const email = (await billing.writtenEmails()).findLast(({ to }) => to === owner.email)
      expect(email?.text).toContain('3 seats × $49 = $147 NZD a month')
      await confirmCheckout(billing.services, key)
      await billing.settle()
      const again = await billing.member(owner.email)
      expect(await charges(again)).toEqual([0, 3 * PRICE])
      expect(await seatsAtStripe(again)).toBe(3)
      await billing.reconcile()
      await billing.settle()
      expect(await useOf(again)).toMatchObject({ used: 3, seats: 3, nextSeats: 3 })
    },
    TIMEOUT_MS,
  )

  test(
    'that never had its free trial starts it for everyone',
    async () => {
      const founder = await createAgent(billing.database.db, { subscriptionActive: false })
      await addMember(billing.database.db, founder, { role: 'agent' })
      const owner = await subscribeSignedOut(founder)
      expect(await seatsAtStripe(owner)).toBe(2)
      expect(await charges(owner)).toEqual([0])
      await billing.sandbox.advance(31)
      expect((await charges(owner)).at(-1)).toBe(2 * PRICE)
    },
    TIMEOUT_MS,
  )
})

describe('threat 159: seats in use that this period was not charged for', () => {
  test(
    'are charged at once for the rest of it, and seats that were paid for are not charged again',
    async () => {
      const { db } = billing.database
      const owner = await createOwner('uncharged@example.nz')
      const paid = [PRICE, await buySeat(owner)]
      await remove(owner, await addMember(db, owner, { role: 'agent' }))
      await billing.settle()
      expect(await seatsAtStripe(owner)).toBe(1)
      // As when more people are in a team than its checkout was for.
      for (let joined = 0; joined < 2; joined += 1) await addMember(db, owner, { role: 'agent' })
      await findChangedSeats()
      expect(await seatsAtStripe(owner)).toBe(3)
      const [charge = 0, ...more] = (await charges(owner)).slice(paid.length)
      expect(more).toEqual([])
      expect(charge).toBeGreaterThan(PRICE * 0.4)
      expect(charge).toBeLessThan(PRICE * 0.6)
    },
    TIMEOUT_MS,
  )

  test(
    'are owed when the card does not pay, and every owner is told',
    async () => {
      const { db } = billing.database
      const owner = await createOwner('owed@example.nz')
      const second = await addMember(db, owner, { role: 'owner' })
      await billing.sandbox.changeCard(owner.subscriptionCustomerId, FAILS_LATER)
      await findChangedSeats()
      await refreshSubscription(billing.services, owner)
      expect(await seatsAtStripe(owner)).toBe(2)
      const [latest] = await billing.sandbox.invoices(owner.subscriptionId)
      expect(latest).toMatchObject({ status: 'open', amount_paid: 0 })
      expect(await billing.subscription(owner.email)).toMatchObject({ status: 'past_due', active: true })
      for (const { email } of [owner, second])
        expect(await billing.emailsTo(email)).toContain('Your payment didn’t go through')
    },
    TIMEOUT_MS,
  )

  test(
    'because Stripe was away while the period ended are charged as soon as it is back',
    async () => {
      const owner = await createOwner('away@example.nz')
      await buySeat(owner)
      await remove(owner, await addMember(billing.database.db, owner, { role: 'agent' }))
      await billing.settle()
      expect(await seatsAtStripe(owner)).toBe(1)
      // Two tries of the job, each with the retries of the library. The next period begins meanwhile, with one seat.
      await billing.sandbox.fail('api_error', 6)
      await invite(owner)
      await billing.sandbox.advance(16.5)
      await billing.settle()
      expect(await invoicedSeats(owner)).toBe(2)
      expect(await useOf(owner)).toMatchObject({ used: 2, seats: 2 })
    },
    TIMEOUT_MS,
  )
})

/** How many seats the invoices of the current period are for. */
async function invoicedSeats({ subscriptionId }: Agent) {
  const { items } = await billing.sandbox.stripe.subscriptions.retrieve(subscriptionId)
  const end = items.data[0]?.current_period_end
  const lines = (await billing.sandbox.invoices(subscriptionId)).flatMap((invoice) => invoice.lines.data)
  return lines
    .filter(({ period }) => period.end === end)
    .reduce((sum, { amount, quantity }) => sum + Math.sign(amount) * (quantity ?? 0), 0)
}

type Step = (owner: Agent, team: { peak: number }) => Promise<Agent>

const usedBy = async (owner: Agent) => Math.max(1, (await useOf(owner)).used)

/** Everything that changes how many seats an agency uses, or is charged for. `peak` is the most that it has used in the period. */
const steps: Record<string, Step> = {
  join: async (owner, team) => {
    const { isActive, used, seats } = await useOf(owner)
    if (!isActive) return owner
    if (seats !== null && used >= seats) await buySeat(owner)
    await invite(owner)
    team.peak = Math.max(team.peak, used + 1)
    return owner
  },
  leave: async (owner) => {
    await endInvitation(owner, { revokedAt: new Date() })
    await billing.database.db.transaction((tx) => reportSeatChange(billing.services, tx, owner.agencyId))
    return owner
  },
  /** Nobody reports it. */
  expire: async (owner) => {
    await endInvitation(owner, { expiresAt: new Date(Date.now() - 1_000) })
    return owner
  },
  nextPeriod: async (owner, team) => {
    await findChangedSeats()
    await billing.sandbox.advance(31)
    await refreshSubscription(billing.services, owner)
    if ((await useOf(owner)).isActive) team.peak = await usedBy(owner)
    return owner
  },
  returnSignedIn: (owner, team) => comeBack(owner, team, subscribeSignedIn),
  returnSignedOut: (owner, team) => comeBack(owner, team, subscribeSignedOut),
}

async function comeBack(owner: Agent, team: { peak: number }, subscribe: (owner: Agent) => Promise<Agent>) {
  if ((await useOf(owner)).isActive) await lapse(owner)
  // Otherwise both periods could end in the same second.
  await billing.sandbox.advance(1)
  const again = await subscribe(owner)
  team.peak = await usedBy(again)
  return again
}

async function endInvitation({ agencyId }: Agent, change: { revokedAt?: Date; expiresAt?: Date }) {
  const { db } = billing.database
  const isOpen = and(eq(memberInvitation.agencyId, agencyId), isNull(memberInvitation.revokedAt))
  const [open] = await db.select().from(memberInvitation).where(isOpen).limit(1)
  if (open) await db.update(memberInvitation).set(change).where(eq(memberInvitation.id, open.id))
}

const RUNS = isLong ? 40 : 2

test(
  'threat 159: whatever the order of joining, leaving, paying and coming back, an agency is invoiced for every seat it uses in a period, once',
  async () => {
    let turn = 0
    const sequences = fc.array(fc.constantFrom(...Object.keys(steps)), { minLength: 5, maxLength: isLong ? 9 : 7 })
    await fc.assert(
      fc.asyncProperty(sequences, async (names) => {
        turn += 1
        let owner = await createOwner(`sequence-${turn}@example.nz`)
        const team = { peak: 1 }
        for (const name of ['join', ...names]) {
          owner = (await steps[name]?.(owner, team)) ?? owner
          await billing.settle()
          expect(await invoicedSeats(owner), name).toBe(team.peak)
        }
        await findChangedSeats()
        expect(await seatsAtStripe(owner)).toBe(await usedBy(owner))
        expect(await invoicedSeats(owner)).toBe(team.peak)
      }),
      { numRuns: RUNS, endOnFailure: true },
    )
  },
  isLong ? 1_200_000 : 120_000,
)
