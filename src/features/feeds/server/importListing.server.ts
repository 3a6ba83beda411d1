import { isDeepStrictEqual } from 'node:util'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { user } from '#db/schema/accounts.ts'
import { feedListing } from '#db/schema/feeds.ts'
import { listing } from '#db/schema/listings.ts'
import { descriptionFromText, toEditableDescription } from '#features/listings/description/description.schema.ts'
import { plainDescription } from '#features/listings/description/plainDescription.ts'
import { completeAddress, titleFromAddress } from '#features/listings/facts/address.ts'
import type { ListingFacts } from '#features/listings/facts/facts.schema.ts'
import { MAX_CO_AGENTS } from '#features/listings/listings.schema.ts'
import { createListing, requireListing, updateListing } from '#features/listings/server/listings.server.ts'
import { handOverListing, readListingTeam, setCoAgents } from '#features/listings/server/listingTeam.server.ts'
import { redrawSharePictures } from '#features/listings/server/sharePictures.server.ts'
import { may } from '#platform/auth/permissions.ts'
import { type Agent, findMember } from '#platform/auth/sessions.server.ts'
import { AppError } from '#platform/errors.ts'
import type { Services } from '#platform/services.server.ts'
import { nameOrEmail } from '#ui/format/format.ts'
import type { FeedListing } from '../feedListing.ts'
import type { FeedListingReport, OwnedField } from '../feeds.schema.ts'
import { archiveGonePhotos, comparePhotos, type PhotoComparison, type WantedPhoto } from './compareFeedPhotos.server.ts'
import { type Comparison, compareFields, type FieldValues } from './compareFields.ts'
import { describeFeedValue } from './describeFeedValue.ts'
import { readFeedValues, type SentValues } from './readFeedValues.server.ts'

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
  photos: WantedPhoto[]
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
  const { warnings, ...values } = await readFeedValues(tx, importer, sent)
  const said = { ...sent, warnings: [...sent.warnings, ...warnings] }
  const { report } = known
    ? await changeKnown(services, tx, importer, said, known, values)
    : await createDraft(tx, importer, said, values)
  const photos = await importPhotos(services, tx, importer, sent, report)
  const added = report.listingId || report.action !== 'created' ? photos.wanted.length : (sent.photos?.length ?? 0)
  const isChanged = report.action === 'same' && photos.gone.length > 0
  return {
    report: {
      ...report,
      ...(isChanged && { action: 'changed' as const }),
      photos: added,
      gonePhotos: photos.gone.map(({ name }) => name),
      keptPhotos: photos.kept,
    },
    photos: photos.wanted,
  }
}

const noPhotos: PhotoComparison = { wanted: [], gone: [], kept: [] }

/** Removes what the CRM no longer has. What is new is stored later. A property that is no longer for sale keeps its photos. */
async function importPhotos(
  services: Services,
  tx: Db,
  { agent, isPreview }: Importer,
  { photos, facts: { status } }: FeedListing,
  { listingId, action }: FeedListingReport,
): Promise<PhotoComparison> {
  if (!photos || !listingId || ['older', 'closed', 'failed'].includes(action)) return noPhotos
  const compared = await comparePhotos(tx, listingId, photos)
  if (isClosed(status)) return { ...compared, gone: [], kept: [] }
  if (compared.gone.length > 0 && !isPreview) {
    await archiveGonePhotos(tx, agent, listingId, compared.gone)
    // One of them may have been the cover.
    await redrawSharePictures(tx, services.jobs, agent.agencyId, [listingId])
  }
  return compared
}

const isClosed = (status: unknown) => status === 'sold' || status === 'withdrawn'

type Known = typeof feedListing.$inferSelect

async function createDraft(
  tx: Db,
  importer: Importer,
  sent: FeedListing,
  { next, agents, changedAt }: SentValues,
): Promise<{ report: FeedListingReport }> {
  const { agent, isPreview } = importer
  if (isClosed(next.status)) return { report: reportOf(sent, null, 'skipped') }
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
  const userIds = agents.slice(1, 1 + MAX_CO_AGENTS)
  if (userIds.length > 0) await setCoAgents(tx, agent, { id: created.id, before: [], userIds })
  await tx.insert(feedListing).values({
    ...{ agencyId: agent.agencyId, uniqueId: sent.uniqueId, listingId: created.id, changedAt },
    sent: { ...next, ...sentPhotos(sent) },
  })
  return { report: { ...report, listingId: created.id, title: created.title } }
}

/** Which photos the CRM has. A photo that is removed there while it is fetched is not stored. */
const sentPhotos = ({ photos }: FeedListing) => photos && { photos: photos.map(({ id }) => id) }

async function changeKnown(
  services: Services,
  tx: Db,
  importer: Importer,
  sent: FeedListing,
  known: Known,
  { next, agents, zone, changedAt }: SentValues,
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
  const closes = compared.changes.some(({ field, to }) => field === 'status' && isClosed(to))
  const action = closes ? 'closed' : compared.changes.length > 0 ? 'changed' : 'same'
  const described = await describeComparison(tx, compared, zone)
  const report = { ...reportOf(sent, listingId, action), title: stored.title, ...described }
  if (isPreview) return { report }
  if (compared.changes.length > 0) await applyChanges(services, tx, agent, stored, compared, agents)
  const nowSent = { ...before, ...next, ...sentPhotos(sent) }
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

async function applyChanges(
  services: Services,
  tx: Db,
  agent: Agent,
  stored: StoredListing,
  { changes }: Comparison,
  agents: string[],
) {
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
  if (typeof leadAgent === 'string') await changeLeadAgent(tx, agent, stored.id, leadAgent, agents)
  await redrawSharePictures(tx, services.jobs, agent.agencyId, [stored.id])
}

/** Co-agents stay: people here decide about them once the listing exists. So does a former lead agent whom the file still names. */
async function changeLeadAgent(tx: Db, agent: Agent, id: string, userId: string, agents: string[]) {
  const { leadAgentId, coAgentIds } = await readListingTeam(tx, agent, id)
  const others = coAgentIds.filter((one) => one !== userId)
  const staysCoAgent = agents.includes(leadAgentId) && others.length < MAX_CO_AGENTS
  await handOverListing(tx, agent, { id, userId, staysCoAgent })
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
    gonePhotos: [],
    keptPhotos: [],
    warnings,
  }
}

/** The values as texts. A member is described by name. */
async function describeComparison(tx: Db, { changes, kept }: Comparison, zone: string) {
  const ids = [
    ...changes.flatMap(({ field, from, to }) => (field === 'leadAgent' ? [from, to] : [])),
    ...kept.flatMap(({ field, here, sent }) => (field === 'leadAgent' ? [here, sent] : [])),
  ].filter((id) => typeof id === 'string')
  const members = ids.length > 0 ? await tx.select().from(user).where(inArray(user.id, ids)) : []
  const text = (field: OwnedField, value: unknown) => {
    const person = field === 'leadAgent' && members.find(({ id }) => id === value)
    return person ? nameOrEmail(person) : describeFeedValue(field, value, zone)
  }
  return {
    changes: changes.map(({ field, from, to }) => ({ field, from: text(field, from), to: text(field, to) })),
    kept: kept.map(({ field, here, sent }) => ({ field, here: text(field, here), sent: text(field, sent) })),
  }
}

/** Whom an import acts for: the member whose key or upload it is, who sees the whole agency through it, as with a key of the API. */
export async function findImporter(
  db: Db,
  { userId, agencyId }: { userId: string; agencyId: string },
): Promise<Agent | undefined> {
  const member = await findMember(db, userId, agencyId)
  // They may have left, or got another role, since the file came.
  return member && may(member, 'manageConnections') ? { ...member, role: 'manager' } : undefined
}
