import { eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.server.ts'
import { calendarLink, knownDevice, user } from '#db/schema/accounts.ts'
import { agency, assistedAgent, coAgent, member, memberInvitation } from '#db/schema/agencies.ts'
import { apiKey } from '#db/schema/apiKeys.ts'
import { audit } from '#db/schema/audit.ts'
import { feedRun } from '#db/schema/feeds.ts'
import { file } from '#db/schema/files.ts'
import { lead, replyTemplate } from '#db/schema/leads.ts'
import { listing } from '#db/schema/listings.ts'
import { notification } from '#db/schema/notifications.ts'
import { person } from '#db/schema/people.ts'
import { authenticator, identity, passkey, previousAddress } from '#db/schema/signInMethods.ts'
import { webhookEndpoint, webhookMessage } from '#db/schema/webhooks.ts'
import type { User } from '#platform/auth/sessions.server.ts'
import { type ZipEntry, zipStream } from '#platform/downloads/zip.server.ts'
import type { Services } from '#platform/services.server.ts'
import { fullName } from '#ui/format/format.ts'
import { photoType, readPhoto, readSettings } from '../settings.server.ts'
import { collectWork } from './collectWork.server.ts'
import { type ExportEntry, jsonEntry, tableEntry } from './exportEntries.server.ts'

/** Without what is stored for searching and sorting, and to recognise what is sent twice. */
const { sortName: _, searchText: __, ...personColumns } = getTableColumns(person)
const { sha256: ___, ...feedRunColumns } = getTableColumns(feedRun)
/** What only checks answers of the device is of no use to anyone else. */
const { publicKey: ______, counter: _______, ...passkeyColumns } = getTableColumns(passkey)
const { tokenHash: __________, ...deviceColumns } = getTableColumns(knownDevice)
const { sealedSecret: ________, lastUsedStep: _________, ...authenticatorColumns } = getTableColumns(authenticator)

/** Nobody else may sign in the name of this application. */
const { secret: ____, previousSecret: _____, ...webhookColumns } = getTableColumns(webhookEndpoint)

type OnProgress = (percent: number) => Promise<unknown>

/** Streams everything of an agent, or of an agency, as one zip to the storage, and returns its size. */
export async function writeExport(services: Services, of: ExportOf, key: string, onProgress: OnProgress) {
  const { storage } = services
  const { entries, size } =
    'agencyId' in of ? await collectAgency(services, of.agencyId) : await collectAccount(services, of.agent)
  await storage.write(key, zipStream(openInTurn(entries, onProgress), size), 'application/zip')
  const stored = await storage.stat(key)
  if (!stored) throw new Error('The export is not in the storage.')
  return stored.size
}

type ExportOf = { agent: User } | { agencyId: string }

async function* openInTurn(entries: readonly ExportEntry[], onProgress: OnProgress): AsyncGenerator<ZipEntry> {
  for (const [index, { name, open, compress }] of entries.entries()) {
    yield { name, content: await open(), compress }
    await onProgress(Math.round(((index + 1) / entries.length) * 99))
  }
}

/** Everything of an agent: the account, and the work of which they are the lead agent. Nothing of their colleagues. */
async function collectAccount(services: Services, agent: User) {
  const { db } = services.database
  const { password: _secret, ...account } = agent
  const photo = await readPhoto(db, agent.id)
  const isOwn = ({ userId }: { userId: PgColumn }) => eq(userId, agent.id)
  const buyers = sql`(select ${lead.personId} from ${lead} where ${isOwn(lead)}
    union select ${lead.ownPersonId} from ${lead} where ${isOwn(lead)})`
  const { entries, size } = await collectWork(services, { userId: agent.id }, '')
  return {
    entries: [
      jsonEntry('account', account),
      jsonEntry('settings', await readSettings(db, agent)),
      ...entries,
      tableEntry(db, 'people', {
        table: person,
        time: person.createdAt,
        isOwn: inArray(person.id, buyers),
        columns: personColumns,
      }),
      tableEntry(db, 'reply templates', {
        table: replyTemplate,
        time: replyTemplate.createdAt,
        isOwn: isOwn(replyTemplate),
      }),
      tableEntry(db, 'calendar links', {
        table: calendarLink,
        time: calendarLink.createdAt,
        isOwn: isOwn(calendarLink),
      }),
      tableEntry(db, 'webhooks', {
        table: webhookEndpoint,
        time: webhookEndpoint.createdAt,
        isOwn: isOwn(webhookEndpoint),
        columns: webhookColumns,
      }),
      tableEntry(db, 'imports', {
        table: feedRun,
        time: feedRun.createdAt,
        isOwn: isOwn(feedRun),
        columns: feedRunColumns,
      }),
      tableEntry(db, 'passkeys', {
        table: passkey,
        time: passkey.createdAt,
        isOwn: isOwn(passkey),
        columns: passkeyColumns,
      }),
      tableEntry(db, 'linked accounts', {
        table: identity,
        time: identity.createdAt,
        isOwn: isOwn(identity),
      }),
      tableEntry(db, 'authenticator apps', {
        table: authenticator,
        time: authenticator.createdAt,
        isOwn: isOwn(authenticator),
        columns: authenticatorColumns,
      }),
      jsonEntry('devices', await db.select(deviceColumns).from(knownDevice).where(isOwn(knownDevice))),
      jsonEntry('earlier email addresses', await db.select().from(previousAddress).where(isOwn(previousAddress))),
      jsonEntry('api keys', await listKeys(db, eq(apiKey.userId, agent.id))),
      tableEntry(db, 'notifications', {
        table: notification,
        time: notification.createdAt,
        isOwn: isOwn(notification),
      }),
      tableEntry(db, 'activity', { table: audit, time: audit.at, isOwn: isOwn(audit) }),
      ...(photo ? [{ name: `photo.${photoType(photo).extension}`, open: () => photo }] : []),
    ],
    size,
  }
}

/** Everything of an agency: a folder with the work of each lead agent, and what they have together. Accounts are their members' own. */
async function collectAgency(services: Services, agencyId: string) {
  const { db } = services.database
  const isOwn = (table: { agencyId: PgColumn }) => eq(table.agencyId, agencyId)
  const agents = await db
    .select({ id: user.id, firstName: user.firstName, lastName: user.lastName })
    .from(user)
    .where(
      sql`${user.id} in (select ${listing.userId} from ${listing} where ${isOwn(listing)}
        union select ${file.userId} from ${file} where ${isOwn(file)})`,
    )
    .orderBy(user.id)
  const work = await Promise.all(
    agents.map((one) => collectWork(services, { userId: one.id, agencyId }, `agents/${agentFolder(one)}/`)),
  )
  const logo = await readLogo(db, agencyId)
  const sharedListings = db.select({ id: listing.id }).from(listing).where(isOwn(listing))
  return {
    entries: [
      jsonEntry('agency', await describeAgency(db, agencyId)),
      jsonEntry('co-agents', await db.select().from(coAgent).where(inArray(coAgent.listingId, sharedListings))),
      tableEntry(db, 'people', { table: person, time: person.createdAt, isOwn: isOwn(person), columns: personColumns }),
      tableEntry(db, 'reply templates', {
        table: replyTemplate,
        time: replyTemplate.createdAt,
        isOwn: isOwn(replyTemplate),
      }),
      tableEntry(db, 'calendar links', {
        table: calendarLink,
        time: calendarLink.createdAt,
        isOwn: isOwn(calendarLink),
      }),
      tableEntry(db, 'webhooks', {
        table: webhookEndpoint,
        time: webhookEndpoint.createdAt,
        isOwn: isOwn(webhookEndpoint),
        columns: webhookColumns,
      }),
      tableEntry(db, 'webhook messages', {
        table: webhookMessage,
        time: webhookMessage.createdAt,
        isOwn: isOwn(webhookMessage),
      }),
      tableEntry(db, 'imports', {
        table: feedRun,
        time: feedRun.createdAt,
        isOwn: isOwn(feedRun),
        columns: feedRunColumns,
      }),
      tableEntry(db, 'activity', { table: audit, time: audit.at, isOwn: isOwn(audit) }),
      ...work.flatMap(({ entries }) => entries),
      ...(logo ? [{ name: `logo.${photoType(logo).extension}`, open: () => logo }] : []),
    ],
    size: work.reduce((sum, { size }) => sum + size, 0),
  }
}

const agentFolder = ({ id, ...names }: { id: string; firstName: string; lastName: string }) =>
  `${fullName(names).replaceAll(/[/\\]/g, ' ')} ${id}`.trim()

async function readLogo(db: Db, agencyId: string) {
  const [found] = await db.select({ logo: agency.logo }).from(agency).where(eq(agency.id, agencyId))
  return found?.logo
}

/** Who works there, how it looks to buyers, and who was invited. */
async function describeAgency(db: Db, agencyId: string) {
  const { logo: _, ...agencyColumns } = getTableColumns(agency)
  const { tokenHash: __, ...invitationColumns } = getTableColumns(memberInvitation)
  const [found] = await db.select(agencyColumns).from(agency).where(eq(agency.id, agencyId))
  const members = await db
    .select({
      ...{ id: user.id, firstName: user.firstName, lastName: user.lastName, email: user.email },
      ...{ role: member.role, joinedAt: member.joinedAt },
    })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(eq(member.agencyId, agencyId))
    .orderBy(member.joinedAt)
  const assistedAgents = await db.select().from(assistedAgent).where(eq(assistedAgent.agencyId, agencyId))
  const invitations = await db
    .select(invitationColumns)
    .from(memberInvitation)
    .where(eq(memberInvitation.agencyId, agencyId))
  const apiKeys = await listKeys(db, eq(apiKey.agencyId, agencyId))
  return { ...found, members, assistedAgents, invitations, apiKeys }
}

/** What programs may do with the agency's data. */
function listKeys(db: Db, isOwn: SQL) {
  const { tokenHash: _, ...columns } = getTableColumns(apiKey)
  return db.select(columns).from(apiKey).where(isOwn).orderBy(apiKey.createdAt)
}
