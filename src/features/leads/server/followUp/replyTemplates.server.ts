import { and, asc, count, eq, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { user } from '#db/schema/accounts.ts'
import { agency } from '#db/schema/agencies.ts'
import { replyTemplate } from '#db/schema/leads.ts'
import { requireStillMember } from '#platform/auth/lockMembers.server.ts'
import { may } from '#platform/auth/permissions.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { conflict, forbidden, notFound } from '#platform/errors.ts'
import { MAX_TEMPLATES, type SaveTemplateInput } from '../../followUp/followUp.schema.ts'

const templateColumns = {
  id: replyTemplate.id,
  name: replyTemplate.name,
  subject: replyTemplate.subject,
  body: replyTemplate.body,
  isShared: sql<boolean>`${replyTemplate.agencyId} is not null`,
}

/** The agent's own templates, and those of the agency. */
export const listReplyTemplates = (db: Db, agent: Agent) =>
  db
    .select(templateColumns)
    .from(replyTemplate)
    .where(or(belongsTo(agent, false), belongsTo(agent, true)))
    .orderBy(asc(templateColumns.isShared), asc(sql`lower(${replyTemplate.name})`), asc(replyTemplate.id))

/** Changes the template with this id, or creates one. */
export const saveReplyTemplate = (db: Db, agent: Agent, { id, isShared = false, ...fields }: SaveTemplateInput) =>
  db.transaction(async (tx) => {
    if (isShared) requirePermission(agent)
    // Serialised per agent or agency, so that two at once do not exceed the limit. Agencies are locked before members, and members before users.
    if (isShared)
      await tx.select({ id: agency.id }).from(agency).where(eq(agency.id, agent.agencyId)).for('no key update')
    await requireStillMember(tx, agent)
    if (!isShared) await tx.select({ id: user.id }).from(user).where(eq(user.id, agent.id)).for('no key update')
    const [saved] = id
      ? await changeTemplate(tx, agent, id, isShared, fields)
      : await createTemplate(tx, agent, isShared, fields)
    if (!saved) throw notFound()
    return saved
  })

type Fields = Omit<SaveTemplateInput, 'id' | 'isShared'>

const changeTemplate = (tx: Db, agent: Agent, id: string, isShared: boolean, fields: Fields) =>
  tx
    .update(replyTemplate)
    .set(fields)
    .where(and(eq(replyTemplate.id, id), belongsTo(agent, isShared)))
    .returning(templateColumns)

async function createTemplate(tx: Db, agent: Agent, isShared: boolean, fields: Fields) {
  const [existing] = await tx.select({ n: count() }).from(replyTemplate).where(belongsTo(agent, isShared))
  if ((existing?.n ?? 0) >= MAX_TEMPLATES)
    throw conflict(
      `${isShared ? 'An agency' : 'You'} can have up to ${MAX_TEMPLATES} templates. Delete one to add another.`,
    )
  return tx
    .insert(replyTemplate)
    .values({ ...fields, userId: agent.id, agencyId: isShared ? agent.agencyId : null })
    .returning(templateColumns)
}

export async function deleteReplyTemplate(db: Db, agent: Agent, id: string) {
  const isInReach = or(belongsTo(agent, false), belongsTo(agent, true))
  const [found] = await db
    .select(templateColumns)
    .from(replyTemplate)
    .where(and(eq(replyTemplate.id, id), isInReach))
  if (!found) throw notFound()
  if (found.isShared) requirePermission(agent)
  await db.delete(replyTemplate).where(and(eq(replyTemplate.id, id), isInReach))
}

const belongsTo = ({ id, agencyId }: Agent, isShared: boolean) =>
  isShared ? eq(replyTemplate.agencyId, agencyId) : and(eq(replyTemplate.userId, id), isNull(replyTemplate.agencyId))

function requirePermission(agent: Agent) {
  if (!may(agent, 'changeBrand')) throw forbidden('Only owners and managers can change the agency’s templates.')
}
