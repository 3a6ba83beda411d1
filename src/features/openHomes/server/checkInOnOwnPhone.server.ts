import { createHash } from 'node:crypto'
import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { user } from '#db/schema/accounts.ts'
import { isPublicListing, listing, openHome } from '#db/schema/listings.ts'
import { checkIn } from '#db/schema/openHomeVisits.ts'
import { storeOpenHomeVisitors } from '#features/leads/server/intake/storeVisitors.server.ts'
import { addressLine, listingTimeZone } from '#features/listings/facts/address.ts'
import { findCoverPhotos, requirePublicListingId } from '#features/listings/server/publicListings.server.ts'
import { refuseBots } from '#platform/botCheck/botCheck.server.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { rateLimitKey } from '#platform/http/ipAddresses.server.ts'
import { requirePhone } from '#platform/input/phone.server.ts'
import type { Services } from '#platform/services.server.ts'
import { agentName } from '#ui/format/format.ts'
import {
  checkInConsent,
  DOOR_MARGIN_MS,
  MAX_CHECK_INS_PER_OPEN_HOME,
  type OwnPhoneCheckIn,
} from '../openHomes.schema.ts'
import { sendVisitorLinkJob } from './visitorLinks.server.ts'

/** Everyone at the gate may have the address of one mobile network. */
const checkInsPerAddress = { name: 'own_phone_check_in', points: 200, seconds: 3600 }

/** What the page behind the QR code shows: the open home that is on just now, or else the next one. */
export async function readCheckInPage(db: Db, link: string) {
  const { property, agent } = await requireProperty(db, await requirePublicListingId(db, link))
  const [next] = await listCurrentOpenHomes(db, property.id)
  const photo = (await findCoverPhotos(db, [property])).get(property.id)
  return {
    listing: { id: property.id, title: property.title, slug: property.slug, address: addressLine(property) },
    photo: photo ?? null,
    agentName: agentName(agent),
    consent: checkInConsent(agentName(agent)),
    timeZone: listingTimeZone(property),
    /** Null if nothing is planned. */
    openHome: next ? { startsAt: next.startsAt, endsAt: next.endsAt } : null,
    isOn: next !== undefined && isOn(next),
  }
}

/** A buyer checks in on their own phone. Returns nothing: the answer is the same for everyone, known or not. */
export async function checkInOnOwnPhone(services: Services, input: OwnPhoneCheckIn, clientIp: string) {
  const { database, limits, jobs } = services
  const { listingId, key, turnstile, ...visitor } = input
  await limits.spend(checkInsPerAddress, rateLimitKey(clientIp))
  const { property, agent } = await requireProperty(database.db, listingId)
  if (visitor.phone) requirePhone(visitor.phone, property.country)
  const id = checkInIdFor(input)
  await refuseBots(services, { action: 'lead', answer: turnstile, clientIp, key: id })
  const consent = checkInConsent(agentName(agent))
  await database.db.transaction(async (tx) => {
    const at = await lockPublicListing(tx, listingId)
    if ((await tx.$count(checkIn, eq(checkIn.id, id))) > 0) return
    const [home] = await listCurrentOpenHomes(tx, listingId)
    if (!home || !isOn(home)) throw conflict('Check-in opens an hour before the open home and closes an hour after it.')
    const before = await tx.$count(checkIn, eq(checkIn.openHomeId, home.id))
    if (before >= MAX_CHECK_INS_PER_OPEN_HOME) throw conflict('Please check in with the agent at the door.')
    const [stored] = await storeOpenHomeVisitors(services, tx, at, [{ ...visitor, consent }])
    if (!stored) throw notFound()
    await tx.insert(checkIn).values({
      ...{ id, agencyId: property.agencyId, listingId, openHomeId: home.id, leadId: stored.id },
      ...{ source: 'own_phone', consent, arrivedAt: new Date() },
    })
    await jobs.enqueue(tx, sendVisitorLinkJob, { checkInId: id })
  })
}

const isOn = ({ startsAt }: { startsAt: Date }) => startsAt.getTime() - DOOR_MARGIN_MS <= Date.now()

/** The open homes that are not over, the first one first. */
const listCurrentOpenHomes = (db: Db, listingId: string) =>
  db
    .select()
    .from(openHome)
    .where(
      and(
        eq(openHome.listingId, listingId),
        isNull(openHome.cancelledAt),
        gt(openHome.endsAt, new Date(Date.now() - DOOR_MARGIN_MS)),
      ),
    )
    .orderBy(asc(openHome.startsAt), asc(openHome.id))
    .limit(1)

async function requireProperty(db: Db, id: string) {
  const [found] = await db
    .select({ property: listing, agent: user })
    .from(listing)
    .innerJoin(user, eq(user.id, listing.userId))
    .where(and(eq(listing.id, id), isPublicListing))
  if (!found) throw notFound()
  return found
}

async function lockPublicListing(tx: Db, id: string) {
  const [found] = await tx
    .select({ listing, agent: user })
    .from(listing)
    .innerJoin(user, eq(user.id, listing.userId))
    .where(and(eq(listing.id, id), isPublicListing))
    .for('no key update', { of: listing })
  if (!found) throw notFound()
  return found
}

/** The same form sent twice is one check-in. A UUID, as the bot check requires. */
const checkInIdFor = ({ key, listingId, email }: OwnPhoneCheckIn) =>
  createHash('sha256')
    .update(JSON.stringify([key, listingId, email]))
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
