import { and, asc, count, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { user } from '#db/schema/accounts.ts'
import { replyTemplate } from '#db/schema/leads.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { MAX_TEMPLATES, type SaveTemplateInput } from '../followUp/followUp.schema.ts'

const templateColumns = {
  id: replyTemplate.id,
  name: replyTemplate.name,
  subject: replyTemplate.subject,
  body: replyTemplate.body,
}

export const listReplyTemplates = (db: Db, agent: Agent) =>
  db
    .select(templateColumns)
    .from(replyTemplate)
    .where(eq(replyTemplate.userId, agent.id))
    .orderBy(asc(sql`lower(${replyTemplate.name})`), asc(replyTemplate.id))

/** Changes the template with this id, or creates one. */
export const saveReplyTemplate = (db: Db, agent: Agent, { id, ...fields }: SaveTemplateInput) =>
  db.transaction(async (tx) => {
    // Serialised per agent, so that two at once do not exceed the limit.
    await tx.select({ id: user.id }).from(user).where(eq(user.id, agent.id)).for('no key update')
    const [saved] = id ? await changeTemplate(tx, agent, id, fields) : await createTemplate(tx, agent, fields)
    if (!saved) throw notFound()
    return saved
  })

type Fields = Omit<SaveTemplateInput, 'id'>

const changeTemplate = (tx: Db, agent: Agent, id: string, fields: Fields) =>
  tx.update(replyTemplate).set(fields).where(isOwn(agent, id)).returning(templateColumns)

async function createTemplate(tx: Db, agent: Agent, fields: Fields) {
  const [existing] = await tx.select({ n: count() }).from(replyTemplate).where(eq(replyTemplate.userId, agent.id))
  if ((existing?.n ?? 0) >= MAX_TEMPLATES)
    throw conflict(`You can have up to ${MAX_TEMPLATES} templates. Delete one to add another.`)
  return tx
    .insert(replyTemplate)
    .values({ ...fields, userId: agent.id })
    .returning(templateColumns)
}

export async function deleteReplyTemplate(db: Db, agent: Agent, id: string) {
  const deleted = await db.delete(replyTemplate).where(isOwn(agent, id)).returning({ id: replyTemplate.id })
  if (deleted.length === 0) throw notFound()
}

const isOwn = (agent: Agent, id: string) => and(eq(replyTemplate.id, id), eq(replyTemplate.userId, agent.id))
