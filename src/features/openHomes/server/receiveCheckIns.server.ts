import { createHash } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { now } from '#db/clock.server.ts'
import { user } from '#db/schema/accounts.ts'
import { listing, type openHome } from '#db/schema/listings.ts'
import { checkIn, doorDevice } from '#db/schema/openHomeVisits.ts'
import { storeOpenHomeVisitors } from '#features/leads/server/intake/storeVisitors.server.ts'
import { AppError, invalidInput, tooManyRequests } from '#platform/errors.ts'
import { createFloodLimit, readBeaconBody, refuseForeignBeacons } from '#platform/http/beacons.server.ts'
import { currentRequest } from '#platform/http/currentRequest.server.ts'
import { explainError } from '#platform/http/explainError.server.ts'
import { errorResponse, withRequestContext } from '#platform/http/handleRequest.server.ts'
import { findInvalidText } from '#platform/input/fieldSchemas.ts'
import type { Services } from '#platform/services.server.ts'
import { correctedArrival, plausibleArrival } from '../correctedArrival.ts'
import { openEntry } from '../door/sync/openEntries.server.ts'
import {
  CHECK_INS_PATH,
  CheckInEntry,
  type DeviceTime,
  DOOR_OPEN_AFTER_END_MS,
  MAX_CHECK_INS_PER_OPEN_HOME,
  MAX_ENTRIES_PER_SYNC,
  MAX_SYNC_BYTES,
  SyncRequest,
  type SyncResponse,
  type SyncResult,
} from '../openHomes.schema.ts'
import { findSendingDevice } from './doorDevices.server.ts'
import { sendVisitorLinkJob } from './visitorLinks.server.ts'

/** Each entry has fewer than 16 values, nested ones included. */
const BODY_LIMIT = { maxBytes: MAX_SYNC_BYTES, maxValues: 16 * MAX_ENTRIES_PER_SYNC + 20 }

/** Of one device: it sends every few seconds at most, and all it has at once. */
const syncsPerDevice = { name: 'door_sync', points: 900, seconds: 3600 }

/** Keys are too long to guess; this keeps a flood from the database. */
const floodLimit = createFloodLimit()

/** Responds to the devices at the door. Runs before TanStack Start, because a call takes far less than an afternoon has. */
export function respondToCheckIns(services: Services, request: Request) {
  if (new URL(request.url).pathname !== CHECK_INS_PATH) return undefined
  return withRequestContext(services, request, async () => {
    try {
      refuseForeignBeacons(request, services.env.APP_URL)
      const token = readToken(request)
      if (!floodLimit.isWithin(currentRequest().clientIp, token)) throw tooManyRequests(FLOOD_WAIT_SECONDS)
      const sent = await readBeaconBody(request, BODY_LIMIT)
      const parsed = SyncRequest.safeParse(sent)
      if (!parsed.success) throw invalidInput({}, 'We can’t read these check-ins.')
      const response: SyncResponse = await receiveCheckIns(services, token, parsed.data)
      return Response.json(response)
    } catch (error) {
      return errorResponse(explainError(services.log, error), request)
    }
  })
}

/** The same for a wrong key, one that was revoked, and one that is too old. */
const notADevice = () => new AppError('NotADevice', 401, 'This device can’t check visitors in any more.')

function readToken(request: Request) {
  const [, token] = /^Bearer (door_[\w-]{20,80})$/.exec(request.headers.get('authorization') ?? '') ?? []
  if (!token) throw notADevice()
  return token
}

const FLOOD_WAIT_SECONDS = 60

/** Stores what a device has kept, each entry once however often it is sent. Says for each what became of it, and nothing else. */
export async function receiveCheckIns(services: Services, token: string, sent: SyncRequest) {
  const { database, limits, env } = services
  const { now: sentAt, started, waiting, isLast = false, entries } = sent
  const receivedAt = Date.now()
  const found = await database.db.transaction(async (tx) => {
    const sending = await findSendingDevice(tx, token)
    if (!sending) return undefined
    await tx
      .update(doorDevice)
      .set({
        ...{ lastSyncedAt: new Date(receivedAt), waiting },
        ...(isLast && { endedAt: sql`coalesce(${doorDevice.endedAt}, ${now})` }),
      })
      .where(eq(doorDevice.id, sending.device.id))
    return sending
  })
  if (!found) throw notADevice()
  await limits.spend(syncsPerDevice, found.device.id)
  const { device, home } = found
  const read = entries.map((entry) =>
    readEntry(typeof entry === 'string' ? openEntry(env.APP_SECRET, device.id, entry) : entry, home.id),
  )
  const results = await database.db.transaction(async (tx) => {
    // Again, and locked until the entries are stored: revoking waits for them, or comes before them.
    const sending = await findSendingDevice(tx, token)
    if (!sending) throw notADevice()
    return storeEntries(services, tx, { ...sending, source: 'door', sentAt, started, receivedAt }, read)
  })
  return { results: results.map((result, place): SyncResult => ({ place, result, status: statuses[result] })) }
}

type Result = SyncResult['result']
const statuses = { stored: 200, refused: 400, conflict: 409, full: 422, too_late: 422 } as const

/** Nothing for an entry that is damaged, or meant for another open home. */
function readEntry(sent: unknown, openHomeId: string) {
  const parsed = CheckInEntry.safeParse(sent)
  return parsed.success && parsed.data.openHomeId === openHomeId && !findInvalidText(sent) ? parsed.data : undefined
}

interface Batch {
  device: typeof doorDevice.$inferSelect
  home: typeof openHome.$inferSelect
  source: 'door'
  sentAt: DeviceTime
  started: DeviceTime | undefined
  receivedAt: number
}

async function storeEntries(
  services: Services,
  tx: Db,
  { device, home, source, sentAt, started, receivedAt }: Batch,
  entries: (CheckInEntry | undefined)[],
): Promise<Result[]> {
  const at = await lockListingWithAgent(tx, device.listingId)
  const known = await findStored(
    tx,
    entries.flatMap((entry) => entry?.id ?? []),
  )
  let places = MAX_CHECK_INS_PER_OPEN_HOME - (await tx.$count(checkIn, eq(checkIn.openHomeId, home.id)))
  const start = started && { serverMs: device.createdAt.getTime(), device: started }
  const closesAt = device.endedAt?.getTime() ?? home.endsAt.getTime() + DOOR_OPEN_AFTER_END_MS
  const accepted: { entry: CheckInEntry; arrivedAt: Date; fingerprint: string }[] = []
  const results = entries.map((entry): Result => {
    if (!entry) return 'refused'
    const fingerprint = fingerprintOf(entry)
    const before = known.get(entry.id)
    if (before) return isSameEntry(before, { deviceId: device.id, fingerprint }) ? 'stored' : 'conflict'
    const arrival = correctedArrival({ arrivedAt: entry.arrivedAt, sentAt, receivedAt, start })
    if (arrival > closesAt + CLOSING_TOLERANCE_MS) return 'too_late'
    if (places-- <= 0) return 'full'
    known.set(entry.id, { deviceId: device.id, fingerprint })
    accepted.push({ entry, fingerprint, arrivedAt: plausibleArrival(arrival, home) })
    return 'stored'
  })
  const people = accepted.flatMap(({ entry }) => (entry.kind === 'person' ? [entry] : []))
  const leads = await storeOpenHomeVisitors(services, tx, at, people)
  const leadByEntry = new Map(people.map(({ id }, place) => [id, leads[place]?.id ?? null]))
  const rows = accepted.map(({ entry, arrivedAt, fingerprint }) => ({
    ...{ id: entry.id, agencyId: device.agencyId, listingId: device.listingId, openHomeId: home.id, source },
    ...{ deviceId: device.id, arrivedAt, fingerprint, leadId: leadByEntry.get(entry.id) ?? null },
    ...(entry.kind === 'person' ? { consent: entry.consent } : { visitors: entry.visitors }),
  }))
  if (rows.length > 0) await tx.insert(checkIn).values(rows)
  for (const { id, email } of people) if (email) await services.jobs.enqueue(tx, sendVisitorLinkJob, { checkInId: id })
  return results
}

/** The request itself takes a moment, and clocks are not exact. */
const CLOSING_TOLERANCE_MS = 60_000

/** Locked until the visitors are stored, so that no form and no other device adds the same person meanwhile. */
export async function lockListingWithAgent(tx: Db, id: string) {
  const [found] = await tx
    .select({ listing, agent: user })
    .from(listing)
    .innerJoin(user, eq(user.id, listing.userId))
    .where(eq(listing.id, id))
    .for('no key update', { of: listing })
  if (!found) throw notADevice()
  return found
}

type StoredEntry = Pick<typeof checkIn.$inferSelect, 'deviceId' | 'fingerprint'>

/** One whose person was erased is stored for good: sending it again brings nobody back. */
const isSameEntry = (before: StoredEntry, { deviceId, fingerprint }: StoredEntry) =>
  before.deviceId === deviceId && (before.fingerprint === '' || before.fingerprint === fingerprint)

async function findStored(tx: Db, ids: string[]): Promise<Map<string, StoredEntry>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select({ id: checkIn.id, deviceId: checkIn.deviceId, fingerprint: checkIn.fingerprint })
    .from(checkIn)
    .where(inArray(checkIn.id, ids))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Of what the visitor typed. */
const fingerprintOf = (entry: CheckInEntry) =>
  createHash('sha256')
    .update(
      JSON.stringify(
        entry.kind === 'person'
          ? [entry.firstName, entry.lastName, entry.email, entry.phone, entry.consent]
          : [entry.visitors],
      ),
    )
    .digest('base64url')
