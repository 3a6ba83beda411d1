import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { profile, user } from '#db/schema/accounts.ts'
import { agency, member } from '#db/schema/agencies.ts'
import { eraseDueAccountsJob } from '#features/accounts/server/deletion/deleteAccount.server.ts'
import { eraseDueAgenciesJob } from '#features/agencies/server/deleteAgency.server.ts'
import { type Agent, findMember } from '#platform/auth/sessions.server.ts'
import { createLog } from '#platform/telemetry/log.server.ts'
import { addMember } from '../../../../test/fixtures/agencies.ts'
import { createAgent } from '../../../../test/fixtures/agents.ts'
import { PAYS } from '../../../../test/fixtures/billing.ts'
import { openBilling, type TestBilling } from '../../../../test/support/billing.ts'
import { seatActions } from '../../../../test/support/seats.ts'
import { readBilling, resumeSubscription } from './billing.server.ts'
import { changePayer, releasePayerJob } from './changePayer.server.ts'
import { fulfilCheckout } from './fulfilCheckout.server.ts'
import { confirmCheckout } from './heldCheckout.server.ts'
import { addSeat, readSeatPrice } from './seats.server.ts'
import { startCheckout } from './stripeLinks.server.ts'

const TIMEOUT_MS = 60_000

let billing: TestBilling
beforeAll(async () => {
  billing = await openBilling()
})
afterAll(() => billing.close())

const { createOwner, buySeat, lapse, confirmationKey, seatsAtStripe, findChangedSeats } = seatActions(() => billing)

const userOf = async ({ id }: Agent) => {
  const [found] = await billing.database.db.select().from(user).where(eq(user.id, id))
  return found
}
const payerOf = async (agencyId: string) => {
  const [found] = await billing.database.db.select().from(agency).where(eq(agency.id, agencyId))
  return found?.payerId
}

/** The same person in another agency, as an owner of it. */
async function joinAsOwner(agent: Agent, { agencyId }: Agent): Promise<Agent> {
  await billing.database.db.insert(member).values({ agencyId, userId: agent.id, role: 'owner' })
  return { ...agent, agencyId, role: 'owner' }
}

/** Someone who owns their own agency, which never paid, and a second one, which has no payer. */
async function createOwnerOfTwo() {
  const { db } = billing.database
  const founder = await createAgent(db, { subscriptionActive: false })
  await db.update(agency).set({ payerId: null }).where(eq(agency.id, founder.agencyId))
  const first = await createAgent(db, { subscriptionActive: false })
  return { founder, first, second: await joinAsOwner(first, founder) }
}

/** Goes to the checkout from the portal, and pays. Returns the session's id. */
async function buyFor(agent: Agent) {
  const page = await openCheckout(agent)
  await billing.sandbox.pay(page, PAYS, { email: agent.email })
  return page.split('/').at(-1) ?? ''
}
const openCheckout = (agent: Agent) =>
  startCheckout(billing.services, { priceId: 'price_sandbox_monthly', clientIp: '203.0.113.7', agent })

describe('threat 160: someone who owns two agencies', () => {
  test('pays for the one in which they went to the checkout, also when the webhook is lost', async () => {
    const { founder, first, second } = await createOwnerOfTwo()
    const sessionId = await buyFor(second)
    await billing.reconcile()
    await billing.settle()
    expect(await payerOf(second.agencyId)).toBe(second.id)
    expect(await payerOf(first.agencyId)).toBeNull()
    expect(await findMember(billing.database.db, founder.id)).toMatchObject({ subscriptionActive: true })
    const { subscription } = await billing.sandbox.stripe.checkout.sessions.retrieve(sessionId)
    const { metadata } = await billing.sandbox.stripe.subscriptions.retrieve(String(subscription))
    expect(metadata).toEqual({ agencyId: second.agencyId })
  })

  test('and is no owner of it any more pays for their other one, with a line in the log that names nobody', async () => {
    const { first, second } = await createOwnerOfTwo()
    const sessionId = await buyFor(second)
    const { db } = billing.database
    await db.delete(member).where(and(eq(member.agencyId, second.agencyId), eq(member.userId, second.id)))
    const lines: string[] = []
    const log = createLog({ level: 'info', destination: { write: (line) => lines.push(line) } })
    expect(await fulfilCheckout({ ...billing.services, log }, sessionId)).toMatchObject({ state: 'linked' })
    expect(await payerOf(first.agencyId)).toBe(first.id)
    expect(await payerOf(second.agencyId)).toBeNull()
    const logged = lines.join('')
    expect(logged).toContain(second.agencyId)
    for (const personal of [first.email, first.lastName, sessionId]) expect(logged).not.toContain(personal)
  })

  test('and has left the one whose customer they pay as gets neither its customer nor its subscription', async () => {
    const payer = await createOwner('left-behind@example.nz')
    await lapse(payer)
    const leaver = await createAgent(billing.database.db, { subscriptionActive: false })
    const sessionId = await buyFor(await joinAsOwner(leaver, payer))
    const { db } = billing.database
    await db.delete(member).where(and(eq(member.agencyId, payer.agencyId), eq(member.userId, leaver.id)))
    expect(await fulfilCheckout(billing.services, sessionId)).toMatchObject({ state: 'duplicate' })
    await billing.settle()
    expect(await billing.sandbox.checkoutStatus(sessionId)).toBe('canceled')
    expect(await userOf(leaver)).toMatchObject({ subscriptionCustomerId: '', subscriptionActive: false })
  })

  test('and pays for one is refused before a checkout for the other opens', async () => {
    const { founder } = await createOwnerOfTwo()
    const payer = await createOwner('pays-for-one@example.nz')
    const elsewhere = await joinAsOwner(payer, founder)
    const before = await billing.sandbox.checkoutCount()
    await expect(openCheckout(elsewhere)).rejects.toMatchObject({ name: 'PaysElsewhere', status: 409 })
    expect(await billing.sandbox.checkoutCount()).toBe(before)
  })

  test('and pays for one by the time the other is paid gets the second payment cancelled', async () => {
    const { first, second } = await createOwnerOfTwo()
    const late = await buyFor(second)
    await fulfilCheckout(billing.services, await buyFor(first))
    expect(await fulfilCheckout(billing.services, late)).toMatchObject({ state: 'duplicate' })
    await billing.settle()
    expect(await billing.sandbox.checkoutStatus(late)).toBe('canceled')
    expect(await payerOf(first.agencyId)).toBe(first.id)
    expect(await payerOf(second.agencyId)).toBeNull()
    expect(await userOf(first)).toMatchObject({ subscriptionActive: true })
  })
})

describe('threat 161: an owner whose own subscription has ended', () => {
  test(
    'can take over billing, and the invoices stay with the agency that paid them',
    async () => {
      const { services, sandbox } = billing
      const payer = await createOwner('current-payer@example.nz')
      const former = await createOwner('former-payer@example.nz')
      await lapse(former)
      const joined = await joinAsOwner(former, payer)
      await changePayer(services, payer, former.id)
      await billing.settle()
      expect(await payerOf(payer.agencyId)).toBe(former.id)
      expect(await userOf(former)).toMatchObject({
        ...{ subscriptionId: payer.subscriptionId, subscriptionActive: true },
        subscriptionCustomerId: payer.subscriptionCustomerId,
      })

      const invoicesOf = async ({ subscriptionId }: Agent) =>
        (await sandbox.invoices(subscriptionId)).map(({ id }) => id)
      const own = await readBilling(services, former)
      expect(own).toMatchObject({ status: 'canceled', isCurrent: false })
      expect(own?.invoices.map(({ id }) => id)).toEqual(await invoicesOf(former))
      const theirs = await readBilling(services, joined)
      expect(theirs).toMatchObject({ status: 'active', isCurrent: true })
      expect(theirs?.invoices.map(({ id }) => id)).toEqual(await invoicesOf(payer))
    },
    TIMEOUT_MS,
  )

  /** They pay for another agency, pass it on again, and delete their account. */
  async function payElsewhereAndLeave(former: Agent) {
    const { services, database } = billing
    await lapse(former)
    const payer = await createOwner(`payer-of-${former.email}`)
    await joinAsOwner(former, payer)
    await changePayer(services, payer, former.id)
    await changePayer(services, payer, payer.id)
    await billing.settle()
    const deletionDueAt = new Date(Date.now() - 1_000)
    await database.db.insert(profile).values({ userId: former.id, deletionDueAt })
    await eraseDueAccountsJob.work(services, {}, { id: '' })
    expect(await userOf(former)).toBeUndefined()
    return payer
  }

  test(
    'leaves nothing at Stripe when they delete their account',
    async () => {
      const former = await createOwner('goes@example.nz')
      const payer = await payElsewhereAndLeave(former)
      const { customers } = billing.sandbox.stripe
      await expect(customers.retrieve(former.subscriptionCustomerId)).rejects.toMatchObject({ statusCode: 404 })
      expect(await customers.retrieve(payer.subscriptionCustomerId)).toMatchObject({ email: payer.email })
    },
    TIMEOUT_MS,
  )

  test(
    'leaves the invoices to their colleagues when they delete their account, without their name',
    async () => {
      const former = await createOwner('leaves-invoices@example.nz')
      const partner = await addMember(billing.database.db, former, { role: 'owner' })
      const invoices = await billing.sandbox.invoices(former.subscriptionId)
      await payElsewhereAndLeave(former)
      const kept = await readBilling(billing.services, partner)
      expect(kept?.invoices.map(({ id }) => id)).toEqual(invoices.map(({ id }) => id))
      const customer = await billing.sandbox.stripe.customers.retrieve(former.subscriptionCustomerId)
      expect(customer).toMatchObject({ name: '', email: '' })
    },
    TIMEOUT_MS,
  )

  test('cannot if Stripe says that it has not', async () => {
    const payer = await createOwner('payer-at-stripe@example.nz')
    const active = await createOwner('active-at-stripe@example.nz')
    await joinAsOwner(active, payer)
    // As a lost webhook leaves it.
    await billing.database.db.update(user).set({ subscriptionActive: false }).where(eq(user.id, active.id))
    await expect(changePayer(billing.services, payer, active.id)).rejects.toMatchObject({ name: 'PaysElsewhere' })
    expect(await payerOf(payer.agencyId)).toBe(payer.id)
    expect(await billing.sandbox.status(active.subscriptionId)).toBe('active')
  })
})

test(
  'an agency that subscribes again as another customer still has its earlier invoices',
  async () => {
    const { services, sandbox } = billing
    const owner = await createOwner('two-customers@example.nz')
    await lapse(owner)
    await fulfilCheckout(services, await sandbox.buy(owner.email))
    await confirmCheckout(services, await confirmationKey(owner.email))
    await billing.settle()
    const again = await billing.member(owner.email)
    expect(again.subscriptionCustomerId).not.toBe(owner.subscriptionCustomerId)
    const ids = (await readBilling(services, again))?.invoices.map(({ id }) => id)
    const [earlier] = await sandbox.invoices(owner.subscriptionId)
    const latest = await sandbox.invoices(again.subscriptionId)
    expect(ids).toEqual([...latest.map(({ id }) => id), earlier?.id])
  },
  TIMEOUT_MS,
)

const scheduleDeletion = ({ agencyId }: Agent, deletionDueAt = new Date(Date.now() + 86_400_000)) =>
  billing.database.db.update(agency).set({ deletionDueAt }).where(eq(agency.id, agencyId))

describe('threat 162: nobody pays for an agency that is about to be deleted', () => {
  const refusal = { name: 'DeletionScheduled', status: 409, message: expect.stringContaining('Keep it first') }

  test(
    'its owners cannot resume the subscription, add a seat or see the price of one',
    async () => {
      const { services, sandbox } = billing
      const owner = await createOwner('resumes@example.nz')
      await sandbox.stripe.subscriptions.update(owner.subscriptionId, { cancel_at_period_end: true })
      await scheduleDeletion(owner)
      for (const pay of [
        () => resumeSubscription(services, owner),
        () => readSeatPrice(services, owner),
        () => addSeat(services, owner, { seats: 1, amountToday: 100_000 }),
      ])
        await expect(pay()).rejects.toMatchObject(refusal)
      const current = await sandbox.stripe.subscriptions.retrieve(owner.subscriptionId)
      expect(current).toMatchObject({ cancel_at_period_end: true, items: { data: [{ quantity: 1 }] } })

      await billing.database.db.update(agency).set({ deletionDueAt: null }).where(eq(agency.id, owner.agencyId))
      await resumeSubscription(services, owner)
      await buySeat(owner)
      expect(await seatsAtStripe(owner)).toBe(2)
    },
    TIMEOUT_MS,
  )

  test(
    'no checkout opens for it, and none is confirmed; one that was open already does not renew',
    async () => {
      const { services, sandbox } = billing
      const owner = await createOwner('subscribes@example.nz')
      await lapse(owner)
      await fulfilCheckout(services, await sandbox.buy(owner.email))
      const page = await openCheckout(owner)
      await scheduleDeletion(owner)
      const before = await sandbox.checkoutCount()
      await expect(openCheckout(owner)).rejects.toMatchObject(refusal)
      expect(await sandbox.checkoutCount()).toBe(before)
      const key = await confirmationKey(owner.email)
      await expect(confirmCheckout(services, key)).rejects.toMatchObject(refusal)

      await sandbox.pay(page, PAYS, { email: owner.email })
      expect(await fulfilCheckout(services, page.split('/').at(-1) ?? '')).toMatchObject({ state: 'linked' })
      await billing.settle()
      const { subscriptionId } = await billing.member(owner.email)
      const current = await sandbox.stripe.subscriptions.retrieve(subscriptionId)
      expect(current).toMatchObject({ status: 'active', cancel_at_period_end: true })
    },
    TIMEOUT_MS,
  )
})

describe('threat 162: when an agency is erased', () => {
  const erase = async (owner: Agent) => {
    await scheduleDeletion(owner, new Date(Date.now() - 1_000))
    await eraseDueAgenciesJob.work(billing.services, {}, { id: '' })
    await billing.settle()
  }

  test(
    'its subscription is cancelled if the payer works in another agency, even while Stripe fails at first',
    async () => {
      const { services, sandbox, database } = billing
      const owner = await createOwner('erased@example.nz')
      const employer = await createAgent(database.db)
      await joinAsOwner(owner, employer)
      // One try of the job, with the retries of the library.
      await sandbox.fail('api_error', 3)
      await erase(owner)
      expect(await sandbox.status(owner.subscriptionId)).toBe('canceled')
      const nothing = { subscriptionId: '', subscriptionCustomerId: '', subscriptionActive: false }
      expect(await userOf(owner)).toMatchObject(nothing)
      await releasePayerJob.work(services, { userId: owner.id, agencyId: owner.agencyId }, { id: '' })
      expect(await userOf(owner)).toMatchObject(nothing)
      expect(await payerOf(employer.agencyId)).toBe(employer.id)
    },
    TIMEOUT_MS,
  )

  test(
    'a payer without another agency keeps what is paid for, for the agency of one that they get',
    async () => {
      const owner = await createOwner('keeps@example.nz')
      await addMember(billing.database.db, owner, { role: 'agent' })
      await findChangedSeats()
      await erase(owner)
      const again = await billing.member(owner.email)
      expect(again).toMatchObject({ subscriptionActive: true, subscriptionId: owner.subscriptionId })
      expect(await payerOf(again.agencyId)).toBe(owner.id)
      expect(await billing.sandbox.status(owner.subscriptionId)).toBe('active')
      await findChangedSeats()
      expect(await seatsAtStripe(again)).toBe(1)
    },
    TIMEOUT_MS,
  )
})
