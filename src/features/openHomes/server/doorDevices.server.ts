import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { now } from '#db/clock.server.ts'
import { user } from '#db/schema/accounts.ts'
import { listing, openHome } from '#db/schema/listings.ts'
import { checkIn, doorDevice } from '#db/schema/openHomeVisits.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import { addressLine, listingTimeZone } from '#features/listings/facts/address.ts'
import { checkInPath } from '#features/listings/listingUrls.ts'
import { photoSources } from '#features/listings/photoUrls.ts'
import { findCoverPhotos } from '#features/listings/server/publicListings.server.ts'
import { isListingWithinReach } from '#platform/auth/reach.server.ts'
import { type Agent, hashToken, newToken } from '#platform/auth/sessions.server.ts'
import { conflict, notFound } from '#platform/errors.ts'
import type { Services } from '#platform/services.server.ts'
import { agentName, fullName } from '#ui/format/format.ts'
import { doorPublicKey } from '../door/sync/openEntries.server.ts'
import { checkInConsent, DOOR_OPEN_AFTER_END_MS, type DoorSetup, LATE_SYNC_MS } from '../openHomes.schema.ts'

const devicesPerAgent = { name: 'start_door', points: 60, seconds: 3600 }

/** It checks visitors in at one open home, and can do nothing else. */
const newDeviceToken = () => `door_${newToken()}`

/** A phone or tablet of the agent starts to take visitors. Returns all that it needs for an afternoon without signal. */
export async function startDoor(services: Services, agent: Agent, openHomeId: string): Promise<DoorSetup> {
  const { database, limits, env } = services
  const { db } = database
  await limits.spend(devicesPerAgent, agent.id)
  const { home, property } = await requireOpenHome(db, agent, openHomeId)
  if (home.cancelledAt) throw conflict('This open home is cancelled.')
  if (property.archivedAt) throw conflict('This listing is archived. Restore it first.')
  const endsAt = new Date(home.endsAt.getTime() + DOOR_OPEN_AFTER_END_MS)
  if (endsAt.getTime() < Date.now()) throw conflict('This open home is over. You can still add visitors by hand.')
  const token = newDeviceToken()
  const [added] = await db
    .insert(doorDevice)
    .values({
      ...{ agencyId: property.agencyId, listingId: property.id, openHomeId, userId: agent.id },
      tokenHash: hashToken(token),
    })
    .returning({ id: doorDevice.id })
  if (!added) throw notFound()
  const photo = (await findCoverPhotos(db, [property])).get(property.id)
  return {
    device: { id: added.id, token, endsAt },
    openHome: {
      ...{ id: home.id, startsAt: home.startsAt, endsAt: home.endsAt, note: home.note },
      timeZone: listingTimeZone(property),
    },
    listing: {
      id: property.id,
      title: property.title,
      address: addressLine(property),
      photoUrl: photo ? photoSources(photo).largest : null,
    },
    agentName: agentName(agent),
    checkInUrl: env.APP_URL + checkInPath(property.slug),
    consent: checkInConsent(agentName(agent)),
    serverKey: doorPublicKey(env.APP_SECRET),
    now: Date.now(),
  }
}

/** An open home of a listing within reach, cancelled ones included. */
export async function requireOpenHome(db: Db, agent: Agent, id: string) {
  const [found] = await db
    .select({ home: openHome, property: listing })
    .from(openHome)
    .innerJoin(listing, and(eq(listing.id, openHome.listingId), eq(listing.agencyId, openHome.agencyId)))
    .where(and(eq(openHome.id, id), isListingWithinReach(agent)))
  if (!found) throw notFound()
  return found
}

/** The devices of an open home, the latest first. Never their keys. */
export async function listDoorDevices(db: Db, agent: Agent, openHomeId: string) {
  await requireOpenHome(db, agent, openHomeId)
  const rows = await db
    .select({
      id: doorDevice.id,
      firstName: user.firstName,
      lastName: user.lastName,
      createdAt: doorDevice.createdAt,
      lastSyncedAt: doorDevice.lastSyncedAt,
      waiting: doorDevice.waiting,
      endedAt: doorDevice.endedAt,
      revokedAt: doorDevice.revokedAt,
      entries: sql<number>`(select count(*) from ${checkIn} where ${checkIn.deviceId} = ${doorDevice.id} and ${checkIn.agencyId} = ${doorDevice.agencyId})::int`,
    })
    .from(doorDevice)
    .innerJoin(user, eq(user.id, doorDevice.userId))
    .where(and(eq(doorDevice.agencyId, agent.agencyId), eq(doorDevice.openHomeId, openHomeId)))
    .orderBy(desc(doorDevice.createdAt), doorDevice.id)
  return rows.map(({ firstName, lastName, ...row }) => ({ ...row, startedBy: fullName({ firstName, lastName }) }))
}

export type ListedDoorDevice = Awaited<ReturnType<typeof listDoorDevices>>[number]

/** The agent has left the mode. The device takes no new visitors; what it kept until now may still arrive. */
export async function endDoorDevice(db: Db, agent: Agent, id: string) {
  await requireDevice(db, agent, id)
  await db
    .update(doorDevice)
    .set({ endedAt: now })
    .where(and(eq(doorDevice.agencyId, agent.agencyId), eq(doorDevice.id, id), isNull(doorDevice.endedAt)))
}

/** The agent has lost the device. From now on nothing that it sends is stored, also what it kept before. */
export async function revokeDoorDevice(db: Db, agent: Agent, id: string) {
  const { listingId } = await requireDevice(db, agent, id)
  await db.transaction(async (tx) => {
    await tx
      .update(doorDevice)
      .set({ revokedAt: now, endedAt: sql`coalesce(${doorDevice.endedAt}, ${now})` })
      .where(and(eq(doorDevice.agencyId, agent.agencyId), eq(doorDevice.id, id), isNull(doorDevice.revokedAt)))
    await writeAudit(tx, agent, 'door_device_revoked', { listingId }, listingId)
  })
}

async function requireDevice(db: Db, agent: Agent, id: string) {
  const [found] = await db
    .select({ listingId: doorDevice.listingId })
    .from(doorDevice)
    .innerJoin(listing, and(eq(listing.id, doorDevice.listingId), eq(listing.agencyId, doorDevice.agencyId)))
    .where(and(eq(doorDevice.id, id), isListingWithinReach(agent)))
  if (!found) throw notFound()
  return found
}

/** The device with this key, as long as it may send. The row is locked: what is revoked meanwhile stores nothing more. */
export async function findSendingDevice(tx: Db, token: string) {
  const [found] = await tx
    .select({ device: doorDevice, home: openHome })
    .from(doorDevice)
    .innerJoin(openHome, and(eq(openHome.id, doorDevice.openHomeId), eq(openHome.agencyId, doorDevice.agencyId)))
    .where(
      and(
        eq(doorDevice.tokenHash, hashToken(token)),
        isNull(doorDevice.revokedAt),
        sql`${openHome.endsAt} > ${new Date(Date.now() - LATE_SYNC_MS).toISOString()}::timestamptz`,
      ),
    )
    .for('no key update', { of: doorDevice })
  return found
}
