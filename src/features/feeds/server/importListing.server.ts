import { isDeepStrictEqual } from 'node:util'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { user } from '#db/schema/accounts.ts'
import { member } from '#db/schema/agencies.ts'
import { feedListing, feedPhoto } from '#db/schema/feeds.ts'
import { listing } from '#db/schema/listings.ts'
import { descriptionFromText, toEditableDescription } from '#features/listings/description/description.schema.ts'
import { plainDescription } from '#features/listings/description/plainDescription.ts'
import { completeAddress, listingTimeZone, titleFromAddress } from '#features/listings/facts/address.ts'
import { ListingFacts } from '#features/listings/facts/facts.schema.ts'
import { createListing, requireListing, updateListing } from '#features/listings/server/listings.server.ts'
import { handOverListing } from '#features/listings/server/listingTeam.server.ts'
import { redrawSharePictures } from '#features/listings/server/sharePictures.server.ts'
import { type Agent, findMember } from '#platform/auth/sessions.server.ts'
import { AppError } from '#platform/errors.ts'
import { findInvalidText } from '#platform/input/fieldSchemas.ts'
import type { Services } from '#platform/services.server.ts'
import { fromWallTime } from '#ui/format/wallTime.ts'
import type { FeedFacts, FeedListing, FeedPhoto } from '../feedListing.ts'
import { type FeedListingReport, type OwnedField, ownedFieldNames } from '../feeds.schema.ts'
import { type Comparison, compareFields, type FieldValues } from './compareFeed.ts'

/** Who imports, and where. */
export interface Importer {
  agent: Agent
  /** The zone of listings whose address does not say it. */
  timeZone: string
  startedAt: Date
  /** A preview changes nothing. */
  isPreview: boolean
}

export interface ImportedListing {
  report: FeedListingReport
  /** What of its photos is new or has changed. */
  photos: { listingId: string; photo: FeedPhoto; source: string }[]
}

/** Does with one listing of a file what the file says: creates a draft, changes what nobody changed here, or closes it. May be repeated. */
export async function importListing(
  services: Services,
  importer: Importer,
  sent: FeedListing,
): Promise<ImportedListing> {
  try {
    return await services.database.db.transaction((tx) => importInTransaction(services, tx, importer, sent))
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    const reasons = Object.values(error.fields ?? {})
    return {
      report: {
        ...reportOf(sent, null, 'failed'),
        warnings: [...sent.warnings, ...(reasons.length ? reasons : [error.message])],
      },
      photos: [],
    }
  }
}

async function importInTransaction(services: Services, tx: Db, importer: Importer, sent: FeedListing) {
  const { agencyId } = importer.agent
  // Two files at once would both create it.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`feed ${agencyId} ${sent.uniqueId}`}, 0))`)
  const [known] = await tx
    .select()
    .from(feedListing)
    .where(and(eq(feedListing.agencyId, agencyId), eq(feedListing.uniqueId, sent.uniqueId)))
  const { next, warnings, changedAt } = await readValues(tx, importer, sent)
  const said = { ...sent, warnings: [...sent.warnings, ...warnings] }
  const done = known
    ? await changeKnown(services, tx, importer, said, known, next, changedAt)
    : await createDraft(tx, importer, said, next, changedAt)
  const { listingId, action } = done.report
  const isClosedOrOld = !listingId || ['older', 'closed', 'failed'].includes(action)
  const photos = isClosedOrOld ? [] : await findNewPhotos(tx, listingId, sent.photos)
  const added = listingId || action !== 'created' ? photos.length : sent.photos.length
  return { report: { ...done.report, photos: added }, photos }
}

type Known = typeof feedListing.$inferSelect

async function createDraft(
  tx: Db,
  importer: Importer,
  sent: FeedListing,
  next: FieldValues,
  changedAt: Date | null,
): Promise<{ report: FeedListingReport }> {
  const { agent, isPreview } = importer
  if (next.status === 'sold' || next.status === 'withdrawn') return { report: reportOf(sent, null, 'skipped') }
  const report = reportOf(sent, null, 'created')
  if (isPreview) return { report }
  const { leadAgent, ...fields } = next
  const lead = typeof leadAgent === 'string' ? await findMember(tx, leadAgent, agent.agencyId) : undefined
  const created = await createListing(tx, lead ?? agent, {
    title: '',
    subtitle: '',
    ...inputFrom(fields),
    description: descriptionFromText(typeof fields.description === 'string' ? fields.description : ''),
  })
  await tx
    .insert(feedListing)
    .values({ agencyId: agent.agencyId, uniqueId: sent.uniqueId, listingId: created.id, sent: next, changedAt })
  return { report: { ...report, listingId: created.id, title: created.title } }
}

async function changeKnown(
  services: Services,
  tx: Db,
  importer: Importer,
  sent: FeedListing,
  known: Known,
  next: FieldValues,
  changedAt: Date | null,
): Promise<{ report: FeedListingReport }> {
  const { agent, isPreview, startedAt } = importer
  const { listingId } = known
  if (changedAt && known.changedAt && changedAt < known.changedAt) return { report: reportOf(sent, listingId, 'older') }
  const [row] = await tx
    .select({ userId: listing.userId })
    .from(listing)
    .where(eq(listing.id, listingId))
    .for('no key update')
  const stored = await requireListing(tx, agent, listingId)
  const here = { ...valuesHere(stored), leadAgent: row?.userId }
  const before: FieldValues = known.sent
  const compared = compareFields({
    next: { ...next, ...comingOpenHomes(next) },
    before: { ...before, ...comingOpenHomes(before) },
    here: { ...here, ...comingOpenHomes(here) },
  })
  // Text that was formatted here is the agent's.
  if (hasOwnFormat(stored.description)) keep(compared, 'description')
  const closes = compared.changes.some(({ field, to }) => field === 'status' && (to === 'sold' || to === 'withdrawn'))
  const action = closes ? 'closed' : compared.changes.length > 0 ? 'changed' : 'same'
  const report = { ...reportOf(sent, listingId, action), title: stored.title, ...describeComparison(compared) }
  if (isPreview) return { report }
  if (compared.changes.length > 0) await applyChanges(services, tx, agent, stored, compared)
  const nowSent = { ...before, ...next }
  const isNewer = changedAt !== null && changedAt.getTime() !== known.changedAt?.getTime()
  if (isNewer || !isDeepStrictEqual(nowSent, before))
    await tx
      .update(feedListing)
      .set({ sent: nowSent, changedAt: changedAt ?? known.changedAt, updatedAt: new Date() })
      .where(and(eq(feedListing.agencyId, agent.agencyId), eq(feedListing.uniqueId, sent.uniqueId)))
  return { report: action === 'same' ? { ...report, action: earlierAction(known, startedAt) } : report }
}

/** After a crash the job begins again, and finds what it has done already. */
function earlierAction({ createdAt, updatedAt }: Known, startedAt: Date) {
  if (createdAt >= startedAt) return 'created'
  return updatedAt >= startedAt ? 'changed' : 'same'
}

type StoredListing = Awaited<ReturnType<typeof requireListing>>

async function applyChanges(services: Services, tx: Db, agent: Agent, stored: StoredListing, { changes }: Comparison) {
  const values: FieldValues = Object.fromEntries(changes.map(({ field, to }) => [field, to]))
  const { leadAgent, ...fields } = values
  if (Object.keys(fields).length > 0)
    await updateListing(tx, agent, {
      id: stored.id,
      version: stored.version,
      // A made title is made again from the address.
      title: stored.isTitleMade ? '' : stored.title,
      subtitle: stored.subtitle,
      ...inputFrom(fields),
      ...(fields.openHomes !== undefined && { openHomes: mergeOpenHomes(stored, fields) }),
      description:
        typeof fields.description === 'string'
          ? descriptionFromText(fields.description)
          : toEditableDescription(stored.description),
    })
  if (typeof leadAgent === 'string')
    await handOverListing(tx, agent, { id: stored.id, userId: leadAgent, staysCoAgent: false })
  await redrawSharePictures(tx, services.jobs, [stored.id])
}

function keep(compared: Comparison, wanted: OwnedField) {
  const found = compared.changes.find(({ field }) => field === wanted)
  if (!found) return
  compared.changes = compared.changes.filter((change) => change !== found)
  compared.kept.push({ field: wanted, here: found.from, sent: found.to })
}

const hasOwnFormat = (description: unknown) =>
  !isDeepStrictEqual(description, descriptionFromText(plainDescription(description)))

/** The values of the listing as a file would say them. */
function valuesHere(stored: StoredListing): FieldValues {
  const { saleAt, description, openHomes, ...rest } = stored
  return {
    ...rest,
    saleAt: saleAt?.toISOString() ?? null,
    description: plainDescription(description),
    openHomes: openHomes.map(({ startsAt, endsAt, note }) => ({
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      ...(note && { note }),
    })),
  }
}

interface SentOpenHome {
  startsAt: string
  endsAt: string
}
const openHomesIn = ({ openHomes }: FieldValues) =>
  Array.isArray(openHomes) ? (openHomes as SentOpenHome[]) : undefined

/** CRMs leave out what is over: it is not cancelled by that. */
function comingOpenHomes(values: FieldValues): FieldValues {
  const now = new Date().toISOString()
  const openHomes = openHomesIn(values)?.filter(({ endsAt }) => endsAt > now)
  return openHomes ? { openHomes } : {}
}

/** Those that stay keep their ids, so that calendars keep their entries. */
function mergeOpenHomes(stored: StoredListing, fields: FieldValues) {
  const now = new Date()
  const over = stored.openHomes.filter(({ endsAt }) => endsAt <= now)
  const coming = (openHomesIn(fields) ?? []).map(({ startsAt, endsAt }) => {
    const same = stored.openHomes.find((one) => one.startsAt.toISOString() === startsAt)
    return { id: same?.id, startsAt: new Date(startsAt), endsAt: new Date(endsAt), note: same?.note ?? '' }
  })
  return [...over.map(({ id, startsAt, endsAt, note }) => ({ id, startsAt, endsAt, note })), ...coming]
}

/** Values that were validated before, as the commands take them. */
function inputFrom({ description: _, openHomes, saleAt, ...fields }: FieldValues) {
  const homes = openHomesIn({ openHomes })
  return {
    ...(fields as Partial<Omit<ListingFacts, 'openHomes' | 'saleAt'>> & { title?: string; subtitle?: string }),
    ...(saleAt !== undefined && { saleAt: typeof saleAt === 'string' ? new Date(saleAt) : null }),
    ...(homes && {
      openHomes: homes.map(({ startsAt, endsAt }) => ({
        startsAt: new Date(startsAt),
        endsAt: new Date(endsAt),
        note: '',
      })),
    }),
  }
}

/** What the file says, in instants of the property's zone. What a listing cannot have is left out with a warning. */
async function readValues(tx: Db, { agent, timeZone }: Importer, sent: FeedListing) {
  const { facts } = sent
  const zone = listingTimeZone({ country: facts.country ?? null, region: facts.region ?? null }, timeZone)
  const warnings: string[] = []
  const given: Record<string, unknown> = {
    ...facts,
    ...(facts.saleAt && { saleAt: instantOf(facts.saleAt, zone)?.toISOString() ?? null }),
    ...(facts.openHomes && {
      openHomes: facts.openHomes.flatMap(({ startsAt, endsAt }) => {
        const [start, end] = [instantOf(startsAt, zone), instantOf(endsAt, zone)]
        return start && end ? { startsAt: start.toISOString(), endsAt: end.toISOString() } : []
      }),
    }),
  }
  const next: FieldValues = {}
  for (const [name, value] of Object.entries(given)) {
    const field = name as keyof FeedFacts
    const why = whyUnusable(field, value)
    if (why) warnings.push(`${ownedFieldNames[field]}: left out (${why}).`)
    else next[field] = value
  }
  const leadAgent = await findLeadAgent(tx, agent, sent, warnings)
  if (leadAgent) next.leadAgent = leadAgent
  return { next, warnings, changedAt: sent.changedAt ? (instantOf(sent.changedAt, zone) ?? null) : null }
}

/** Seconds are added afterwards: clocks on walls have none. */
function instantOf(time: string, zone: string) {
  if (time.endsWith('Z')) return new Date(time)
  const minute = fromWallTime(time.slice(0, 16), zone)
  return minute && new Date(minute.getTime() + Number(time.slice(17, 19) || 0) * 1000)
}

function whyUnusable(field: string, value: unknown) {
  if (findInvalidText(value)) return 'it contains characters that can’t be stored'
  if (!(field in ListingFacts.shape)) return undefined
  const schema = ListingFacts.shape[field as keyof typeof ListingFacts.shape]
  const checked = field === 'openHomes' && Array.isArray(value) ? value.map((one) => ({ ...one, note: '' })) : value
  const { error } = schema.safeParse(checked)
  return error && (error.issues[0]?.message.replace(/\.$/, '') ?? 'it is not valid')
}

/** The first of the listing's agents who is an agent here. Without one it is who imports. */
async function findLeadAgent(tx: Db, { agencyId }: Agent, { agents }: FeedListing, warnings: string[]) {
  for (const { email } of agents) {
    if (!email) continue
    const [found] = await tx
      .select({ id: user.id, role: member.role })
      .from(member)
      .innerJoin(user, eq(user.id, member.userId))
      .where(and(eq(member.agencyId, agencyId), eq(user.email, email)))
    if (found && found.role !== 'assistant') return found.id
  }
  if (agents.length > 0)
    warnings.push(
      `Nobody in your agency has the email address ${agents.map(({ email }) => email || 'that is missing').join(' or ')}.`,
    )
  return undefined
}

/** A photo is the same while its address, or its name in the zip, and its time of change are. */
async function findNewPhotos(tx: Db, listingId: string, photos: FeedPhoto[]) {
  if (photos.length === 0) return []
  const stored = await tx.select().from(feedPhoto).where(eq(feedPhoto.listingId, listingId))
  const sources = new Map(
    stored.filter(({ fileId }) => fileId?.startsWith('file_')).map(({ photoId, source }) => [photoId, source]),
  )
  return photos
    .map((photo) => ({ listingId, photo, source: `${photo.url ?? photo.file} ${photo.changed}`.trim() }))
    .filter(({ photo, source }) => sources.get(photo.id) !== source)
}

function reportOf(sent: FeedListing, listingId: string | null, action: FeedListingReport['action']): FeedListingReport {
  const { facts, uniqueId, warnings } = sent
  const { title, unit, streetNumber, street, suburb, city } = facts
  const address = titleFromAddress(completeAddress({ unit, streetNumber, street, suburb, city }))
  return {
    uniqueId,
    listingId,
    action,
    title: title || address || facts.subtitle || uniqueId,
    changes: [],
    kept: [],
    photos: 0,
    warnings,
  }
}

const describeComparison = ({ changes, kept }: Comparison) => ({
  changes: changes.map(({ field, from, to }) => ({ field, from: shortText(from), to: shortText(to) })),
  kept: kept.map(({ field, here, sent }) => ({ field, here: shortText(here), sent: shortText(sent) })),
})

const MAX_SHOWN_LENGTH = 120

function shortText(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = Array.isArray(value) ? value.map((one: SentOpenHome) => one.startsAt).join(', ') : String(value)
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text
}
