import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memberInvitation } from '#db/schema/agencies.ts'
import { audit } from '#db/schema/audit.ts'
import { DAY_MS } from '#values/time.ts'
import { addMember } from '../../../../test/fixtures/agencies.ts'
import { createAgent } from '../../../../test/fixtures/agents.ts'
import { FAILS_LATER, setSubscription } from '../../../../test/fixtures/billing.ts'
import { openBilling, type TestBilling } from '../../../../test/support/billing.ts'
import { newInvitation, seatActions } from '../../../../test/support/seats.ts'
import { readBilling } from './billing.server.ts'
import { addSeat, readSeatPrice } from './seats.server.ts'

const TIMEOUT_MS = 60_000
const PRICE = 4_900

let billing: TestBilling
beforeAll(async () => {
  billing = await openBilling()
})
afterAll(() => billing.close())

const { createOwner, seatsAtStripe, charges, useOf, invite, buySeat, remove, findChangedSeats } = seatActions(
  () => billing,
)

describe('threat 145: a seat for everyone', () => {
  test('members and open invitations take seats, expired and revoked ones do not; of two at once one gets the last', async () => {
    const { db } = billing.database
    const owner = await createAgent(db)
    await setSubscription(db, owner.id, true, { seats: 3 })
    await addMember(db, owner, { role: 'assistant' })
    await db.insert(memberInvitation).values([
      { ...newInvitation(owner), expiresAt: new Date(Date.now() - 1_000) },
      { ...newInvitation(owner), expiresAt: new Date(Date.now() + DAY_MS), revokedAt: new Date() },
      { ...newInvitation(owner), expiresAt: new Date(Date.now() + DAY_MS), acceptedAt: new Date() },
    ])
    const tries = await Promise.allSettled([invite(owner), invite(owner), invite(owner)])
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(tries.find((one) => one.status === 'rejected')?.reason).toMatchObject({ name: 'NoFreeSeat', status: 409 })
    expect(await useOf(owner)).toMatchObject({ members: 2, invitations: 1, used: 3, seats: 3 })
  })

  test('an agency whose subscription has ended invites nobody; one that works without a subscription has no limit', async () => {
    const { db } = billing.database
    const lapsed = await createAgent(db)
    await setSubscription(db, lapsed.id, false, { status: 'canceled', seats: 5 })
    await expect(invite(lapsed)).rejects.toMatchObject({ name: 'SubscriptionInactive', status: 403 })
    await invite(await createAgent(db))
  })

  test('a seat that was given up lasts until the day it is paid for, not longer', async () => {
    const { db } = billing.database
    const owner = await createAgent(db)
    const inAnHour = new Date(Date.now() + 3_600_000)
    await setSubscription(db, owner.id, true, { seats: 1, paidSeats: 2, paidSeatsUntil: inAnHour })
    expect(await useOf(owner)).toMatchObject({ seats: 2, nextSeats: 1 })
    await setSubscription(db, owner.id, true, { seats: 1, paidSeats: 2, paidSeatsUntil: new Date(Date.now() - 1_000) })
    await expect(invite(owner)).rejects.toMatchObject({ name: 'NoFreeSeat' })
  })
})

describe('adding a seat', () => {
  test(
    'costs what the owner was shown: the rest of the period now, and the price of two from the next',
    async () => {
      const { services, sandbox, database } = billing
      const owner = await createOwner('shown@example.nz')
      await expect(invite(owner)).rejects.toMatchObject({ name: 'NoFreeSeat', status: 409 })
      const price = await readSeatPrice(services, owner)
      expect(price).toMatchObject({ seats: 1, freeSeats: 0, amount: PRICE, currency: 'nzd', interval: 'month' })
      expect(price.amountToday).toBeGreaterThan(PRICE * 0.4)
      expect(price.amountToday).toBeLessThan(PRICE * 0.6)

      await addSeat(services, owner, price)
      expect(await charges(owner)).toEqual([PRICE, price.amountToday])
      expect(await useOf(owner)).toMatchObject({ seats: 2, nextSeats: 2, used: 1 })
      await invite(owner)
      await billing.settle()
      expect(await readBilling(services, owner)).toMatchObject({ amount: PRICE, seats: 2, use: { invitations: 1 } })
      const entries = await database.db.select().from(audit).where(eq(audit.agencyId, owner.agencyId))
      expect(entries.map(({ action, details }) => ({ action, details }))).toContainEqual({
        action: 'seat_added',
        details: { seats: 2 },
      })
      await sandbox.advance(31)
      expect((await charges(owner)).at(-1)).toBe(2 * PRICE)
    },
    TIMEOUT_MS,
  )

  test(
    'threat 147: sent ten times at once adds one and charges once; sent again later is refused',
    async () => {
      const owner = await createOwner('twice@example.nz')
      const price = await readSeatPrice(billing.services, owner)
      const tries = await Promise.allSettled(Array.from({ length: 10 }, () => addSeat(billing.services, owner, price)))
      expect(tries.some(({ status }) => status === 'fulfilled')).toBe(true)
      for (const one of tries)
        if (one.status === 'rejected') expect(one.reason).toMatchObject({ name: 'ChangedElsewhere', status: 409 })
      expect(await charges(owner)).toEqual([PRICE, price.amountToday])
      expect(await seatsAtStripe(owner)).toBe(2)
      await expect(addSeat(billing.services, owner, price)).rejects.toMatchObject({ name: 'ChangedElsewhere' })
    },
    TIMEOUT_MS,
  )

  test(
    'threat 147: is refused for a price below the real one, and while a seat is free',
    async () => {
      const owner = await createOwner('cheap@example.nz')
      const { seats, amountToday } = await readSeatPrice(billing.services, owner)
      await expect(addSeat(billing.services, owner, { seats, amountToday: amountToday - 100 })).rejects.toMatchObject({
        name: 'ChangedElsewhere',
        status: 409,
      })
      await buySeat(owner)
      await expect(addSeat(billing.services, owner, { seats: 2, amountToday })).rejects.toMatchObject({ status: 409 })
      expect(await charges(owner)).toHaveLength(2)
    },
    TIMEOUT_MS,
  )

  test(
    'with a card that is declined changes nothing',
    async () => {
      const owner = await createOwner('declined@example.nz')
      await billing.sandbox.changeCard(owner.subscriptionCustomerId, FAILS_LATER)
      await expect(buySeat(owner)).rejects.toMatchObject({ name: 'CardDeclined', status: 402 })
      expect(await seatsAtStripe(owner)).toBe(1)
      expect(await charges(owner)).toEqual([PRICE])
      await expect(invite(owner)).rejects.toMatchObject({ name: 'NoFreeSeat' })
    },
    TIMEOUT_MS,
  )

  test(
    'whose response is lost is found by the next try, and not charged again',
    async () => {
      const { services, sandbox } = billing
      const owner = await createOwner('lostseat@example.nz')
      const price = await readSeatPrice(services, owner)
      const item = (await sandbox.stripe.subscriptions.retrieve(owner.subscriptionId)).items.data[0]
      // As a request leaves it whose response we never got.
      await sandbox.stripe.subscriptions.update(owner.subscriptionId, {
        items: [{ id: item?.id ?? '', quantity: 2 }],
        proration_behavior: 'always_invoice',
        payment_behavior: 'error_if_incomplete',
      })
      await expect(addSeat(services, owner, price)).rejects.toMatchObject({ name: 'ChangedElsewhere' })
      expect(await readSeatPrice(services, owner)).toMatchObject({ seats: 2, freeSeats: 1 })
      expect(await charges(owner)).toEqual([PRICE, price.amountToday])
    },
    TIMEOUT_MS,
  )

  test(
    'during the free trial costs nothing until it ends',
    async () => {
      const owner = await createOwner('trialseat@example.nz', { trial: true })
      expect(await readSeatPrice(billing.services, owner)).toMatchObject({
        amountToday: 0,
        trialEndsAt: expect.any(Date),
      })
      await buySeat(owner)
      await invite(owner)
      await billing.settle()
      expect(await charges(owner)).toEqual([0])
      await billing.sandbox.advance(31)
      expect((await charges(owner)).at(-1)).toBe(2 * PRICE)
    },
    TIMEOUT_MS,
  )
})

describe('removing a member', () => {
  test(
    'keeps the seat until the period ends, gives it back without a charge, and lowers the next invoice',
    async () => {
      const { db } = billing.database
      const owner = await createOwner('three@example.nz')
      const paid = [PRICE, await buySeat(owner)]
      const leaver = await addMember(db, owner, { role: 'agent' })
      paid.push(await buySeat(owner))
      await addMember(db, owner, { role: 'manager' })
      expect(await seatsAtStripe(owner)).toBe(3)

      await remove(owner, leaver)
      await billing.settle()
      expect(await seatsAtStripe(owner)).toBe(2)
      expect(await useOf(owner)).toMatchObject({ used: 2, seats: 3, nextSeats: 2 })

      await invite(owner)
      await billing.settle()
      expect(await seatsAtStripe(owner)).toBe(3)
      await expect(invite(owner)).rejects.toMatchObject({ name: 'NoFreeSeat' })
      expect(await charges(owner)).toEqual(paid)

      await db
        .update(memberInvitation)
        .set({ revokedAt: new Date() })
        .where(eq(memberInvitation.agencyId, owner.agencyId))
      await findChangedSeats()
      await billing.sandbox.advance(31)
      await billing.reconcile()
      await billing.settle()
      expect(await charges(owner)).toEqual([...paid, 2 * PRICE])
      expect(await useOf(owner)).toMatchObject({ used: 2, seats: 2, nextSeats: 2 })
    },
    TIMEOUT_MS,
  )

  test(
    'does not lose the seat while Stripe is away, and one more seat is charged as one',
    async () => {
      const { db } = billing.database
      const owner = await createOwner('away@example.nz')
      await buySeat(owner)
      const leaver = await addMember(db, owner, { role: 'agent' })
      const before = await charges(owner)
      // Two tries of the job, each with the retries of the library.
      await billing.sandbox.fail('api_error', 6)
      await remove(owner, leaver)
      await billing.settle()
      expect(await seatsAtStripe(owner)).toBe(1)
      expect(await useOf(owner)).toMatchObject({ seats: 2, nextSeats: 1 })

      // Nobody has told Stripe of these two yet.
      await addMember(db, owner, { role: 'agent' })
      const { amountToday } = await readSeatPrice(billing.services, owner)
      await addSeat(billing.services, owner, { seats: 2, amountToday })
      expect(await charges(owner)).toEqual([...before, amountToday])
      expect(await seatsAtStripe(owner)).toBe(3)
    },
    TIMEOUT_MS,
  )
})

test(
  'the regular check repairs both ways what nobody reported, and leaves the rest alone',
  async () => {
    const { db } = billing.database
    const alone = await createOwner('alone@example.nz')
    const owner = await createOwner('regular@example.nz')
    await buySeat(owner)
    expect(await seatsAtStripe(owner)).toBe(2)
    // Bought, and then nobody was invited.
    await findChangedSeats()
    expect(await seatsAtStripe(owner)).toBe(1)
    await addMember(db, owner, { role: 'agent' })
    await findChangedSeats()
    expect(await seatsAtStripe(owner)).toBe(2)
    const jobs = await billing.database.sql`
      select data from pgboss.job where name = 'adjust_seats' and data->>'agencyId' in (${alone.agencyId}, ${owner.agencyId})`
    expect(jobs).toEqual([{ data: { agencyId: owner.agencyId } }, { data: { agencyId: owner.agencyId } }])
    expect(await charges(owner)).toHaveLength(2)
  },
  TIMEOUT_MS,
)
