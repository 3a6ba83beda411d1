import { and, eq, exists, or, type SQLWrapper, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { file } from './files.ts'
import { chosenReader } from './invitees.ts'
import { listing } from './listings.ts'

/** Who may open a document: its own choice, else its listing's. For queries that join both tables. */
const effectiveAccess = sql`coalesce(${file.access}, ${listing.documentAccess})`

/** On the public page, where everybody sees its name. */
export const isForEveryLead = sql<boolean>`${effectiveAccess} = 'everyone'`

/** Whether a lead, by id or by column, may open a document. Null for someone who is not known to be a lead, such as a guest. */
export const isOpenToLead = (leadId: string | SQLWrapper | null) =>
  leadId === null
    ? isForEveryLead
    : or(isForEveryLead, and(sql`${effectiveAccess} = 'chosen'`, exists(findChosen(leadId))))

const findChosen = (leadId: string | SQLWrapper) =>
  new QueryBuilder()
    .select({ one: sql`1` })
    .from(chosenReader)
    .where(
      and(eq(chosenReader.agencyId, file.agencyId), eq(chosenReader.fileId, file.id), eq(chosenReader.leadId, leadId)),
    )
