import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { user } from '#db/schema/accounts.ts'
import { agency } from '#db/schema/agencies.ts'
import { subscription } from '#db/schema/billing.ts'
import { type Agent, findMember } from '#platform/auth/sessions.server.ts'
import { addMember } from '../../../../test/fixtures/agencies.ts'
import { createAgent } from '../../../../test/fixtures/agents.ts'
import { FAILS_LATER, PAYS } from '../../../../test/fixtures/billing.ts'
import { openBilling, type TestBilling } from '../../../../test/support/billing.ts'
import { readBilling, readStoredSubscription, refreshSubscription, resumeSubscription } from './billing.server.ts'
import { changePayer, requireCheckoutPayer } from './changePayer.server.ts'
import { fulfilCheckout } from './fulfilCheckout.server.ts'
import { addSeat, readSeatPrice } from './seats.server.ts'

const TIMEOUT_MS = 60_000
const FAILED = 'Your payment didn’t go through'

let billing: TestBilling
beforeAll(async () => {
  billing = await openBilling()
})
afterAll(() => billing.close())

/** An agency that pays, with a second owner and a manager. */
async function createPayingAgency(email: string, card = PAYS) {
  const { services, sandbox, database } = billing
  await fulfilCheckout(services, await sandbox.buy(email, card))
  await billing.settle()
  const payer = await billing.member(email)
  const owner = await addMember(database.db, payer, { role: 'owner', email: `second-${email}` })
  const manager = await addMember(database.db, payer, { role: 'manager', email: `manager-${email}` })
  return { payer, owner, manager }
}

const userOf = async ({ id }: Agent) => {
  const [found] = await billing.database.db.select().from(user).where(eq(user.id, id))
  return found
}
const payerOf = async ({ agencyId }: Agent) => {
  const [found] = await billing.database.db.select().from(agency).where(eq(agency.id, agencyId))
  return found?.payerId
}

describe('threat 146: billing is for owners', () => {
  test('every owner reads and changes it; managers, agents and assistants are refused', async () => {
    const { services, database } = billing
    const { payer, owner, manager } = await createPayingAgency('owners@example.nz')
    const agent = await addMember(database.db, payer, { role: 'agent' })
    const assistant = await addMember(database.db, payer, { role: 'assistant', assists: [agent] })
    const commands: ((one: Agent) => Promise<unknown>)[] = [
      (one) => readBilling(services, one),
      (one) => refreshSubscription(services, one),
      (one) => resumeSubscription(services, one),
      (one) => readSeatPrice(services, one),
      (one) => addSeat(services, one, { seats: 1, amountToday: 0 }),
      (one) => changePayer(services, one, owner.id),
      (one) => requireCheckoutPayer(database.db, one),
    ]
    for (const one of [manager, agent, assistant])
      for (const command of commands)
        await expect(command(one)).rejects.toMatchObject({ name: 'Forbidden', status: 403 })
    expect(await payerOf(payer)).toBe(payer.id)

    expect(await readBilling(services, owner)).toMatchObject({ status: 'trialing', payerId: payer.id })
    await refreshSubscription(services, owner)
    expect(await readSeatPrice(services, owner)).toMatchObject({ amountToday: 0 })
  })

  test('members learn whether their agency is active, and nothing else', async () => {
    const { db } = billing.database
    const { payer, owner, manager } = await createPayingAgency('learn@example.nz')
    expect(await readStoredSubscription(db, owner)).toMatchObject({
      ...{ active: true, isManaged: true, status: 'trialing', seats: 1 },
      trialEndsAt: expect.any(Date),
    })
    const nothing = { isManaged: false, status: null, trialEndsAt: null, endsAt: null, seats: null }
    expect(await readStoredSubscription(db, manager)).toEqual({ active: true, ...nothing })
    await billing.sandbox.stripe.subscriptions.cancel(payer.subscriptionId)
    await refreshSubscription(billing.services, owner)
    const lapsed = await billing.member(manager.email)
    expect(await readStoredSubscription(db, lapsed)).toEqual({ active: false, ...nothing })
  })

  test('an owner reads and changes the billing of their own agency alone', async () => {
    const { owner } = await createPayingAgency('first-agency@example.nz')
    const stranger = await createAgent(billing.database.db)
    expect(await readBilling(billing.services, stranger)).toBeNull()
    await expect(changePayer(billing.services, stranger, owner.id)).rejects.toMatchObject({ status: 404 })
  })
})

test('billing emails go to every owner, and to nobody else', async () => {
  const { payer, owner, manager } = await createPayingAgency('emails@example.nz', FAILS_LATER)
  await billing.sandbox.advance(31)
  await billing.sendWebhook('invoice.payment_failed', { customer: payer.subscriptionCustomerId })
  await billing.settle()
  expect((await billing.emailsTo(payer.email)).slice(1)).toEqual([FAILED])
  expect(await billing.emailsTo(owner.email)).toEqual([FAILED])
  expect(await billing.emailsTo(manager.email)).toEqual([])
})

describe('passing billing to another owner', () => {
  test(
    'moves customer and subscription together, and what Stripe says next reaches the new payer',
    async () => {
      const { services, sandbox, database } = billing
      const { payer, owner, manager } = await createPayingAgency('pass@example.nz')
      const third = await addMember(database.db, payer, { role: 'owner' })
      await changePayer(services, payer, owner.id)
      await billing.settle()

      const { subscriptionId, subscriptionCustomerId } = payer
      expect(await userOf(owner)).toMatchObject({ subscriptionId, subscriptionCustomerId, subscriptionActive: true })
      const nothing = { subscriptionId: '', subscriptionCustomerId: '', subscriptionActive: false }
      expect(await userOf(payer)).toMatchObject(nothing)
      expect(await payerOf(payer)).toBe(owner.id)
      expect(await findMember(database.db, manager.id)).toMatchObject({ subscriptionActive: true })
      expect(await sandbox.stripe.customers.retrieve(subscriptionCustomerId)).toMatchObject({ email: owner.email })
      const other = 'Aroha Ngata now pays for your agency'
      expect((await billing.emailsTo(payer.email)).at(-1)).toBe('You no longer pay for your agency')
      expect(await billing.emailsTo(owner.email)).toEqual(['You now pay for your agency'])
      expect(await billing.emailsTo(third.email)).toEqual([other])

      await sandbox.stripe.subscriptions.cancel(subscriptionId)
      await billing.sendWebhook('customer.subscription.deleted', { customer: subscriptionCustomerId })
      await billing.settle()
      expect(await findMember(database.db, manager.id)).toMatchObject({ subscriptionActive: false })
      const rows = await database.db.select().from(subscription).where(eq(subscription.userId, payer.id))
      expect(rows).toEqual([])

      await changePayer(services, owner, payer.id)
      expect(await userOf(payer)).toMatchObject({ subscriptionId, subscriptionCustomerId })
    },
    TIMEOUT_MS,
  )

  test('is refused for a colleague who is no owner, and for someone with their own subscription', async () => {
    const { services, database } = billing
    const { payer, manager } = await createPayingAgency('refused@example.nz')
    const { payer: other } = await createPayingAgency('other@example.nz')
    await database.sql`insert into member ("agencyId", "userId", role) values (${payer.agencyId}, ${other.id}, 'owner')`
    await expect(changePayer(services, payer, manager.id)).rejects.toMatchObject({ status: 409, name: 'Conflict' })
    await expect(changePayer(services, payer, other.id)).rejects.toMatchObject({ status: 409, name: 'PaysElsewhere' })
    expect(await payerOf(payer)).toBe(payer.id)
    expect(await payerOf(other)).toBe(other.id)
    expect(await userOf(payer)).toMatchObject({ subscriptionCustomerId: payer.subscriptionCustomerId })
  })

  test('works for an owner whose own agency never paid; that one then needs another payer', async () => {
    const { services, database } = billing
    const { payer } = await createPayingAgency('takeover@example.nz')
    const solo = await createAgent(database.db, { subscriptionActive: false })
    await database.sql`insert into member ("agencyId", "userId", role) values (${payer.agencyId}, ${solo.id}, 'owner')`
    await changePayer(services, payer, solo.id)
    expect(await payerOf(solo)).toBeNull()
    expect(await readBilling(services, solo)).toBeNull()
    await expect(requireCheckoutPayer(database.db, solo)).rejects.toMatchObject({ name: 'PaysElsewhere', status: 409 })
    // They still pay for the other one.
    expect(await readBilling(services, { ...solo, agencyId: payer.agencyId })).toMatchObject({ payerId: solo.id })
  })
})

describe('threat 147: nobody pays for no agency', () => {
  test(
    'a checkout that began before billing was passed on does not charge the agency twice',
    async () => {
      const { services, sandbox } = billing
      const { payer, owner } = await createPayingAgency('begun@example.nz')
      const sessionId = await sandbox.buy(payer.email, PAYS, { client_reference_id: payer.id, subscription_data: {} })
      await changePayer(services, payer, owner.id)
      expect(await fulfilCheckout(services, sessionId)).toMatchObject({ state: 'duplicate' })
      await billing.settle()
      expect(await sandbox.checkoutStatus(sessionId)).toBe('canceled')
      expect(await userOf(owner)).toMatchObject({ subscriptionId: payer.subscriptionId, subscriptionActive: true })
      expect(await userOf(payer)).toMatchObject({ subscriptionId: '' })
    },
    TIMEOUT_MS,
  )

  test(
    'a member who pays while signed out gets it cancelled, with an email that says why',
    async () => {
      const { services, sandbox } = billing
      const { manager } = await createPayingAgency('member@example.nz')
      const sessionId = await sandbox.buy(manager.email)
      expect(await fulfilCheckout(services, sessionId)).toMatchObject({ state: 'emailed', finished: false })
      await billing.settle()
      expect(await sandbox.checkoutStatus(sessionId)).toBe('canceled')
      expect(await userOf(manager)).toMatchObject({ subscriptionId: '', subscriptionActive: false })
      expect(await billing.emailsTo(manager.email)).toEqual(['We’ve cancelled a subscription with your email address'])
    },
    TIMEOUT_MS,
  )

  test('the owner of an agency without a payer becomes it by subscribing', async () => {
    const { services, sandbox, database } = billing
    const owner = await createAgent(database.db, { subscriptionActive: false })
    await database.db.update(agency).set({ payerId: null }).where(eq(agency.id, owner.agencyId))
    expect(await requireCheckoutPayer(database.db, owner)).toMatchObject({ id: owner.id })
    const sessionId = await sandbox.buy(owner.email, PAYS, { client_reference_id: owner.id })
    expect(await fulfilCheckout(services, sessionId)).toMatchObject({ state: 'linked' })
    expect(await payerOf(owner)).toBe(owner.id)
    expect(await findMember(database.db, owner.id)).toMatchObject({ subscriptionActive: true })
  })
})
