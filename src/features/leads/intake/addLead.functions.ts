import { createServerFn } from '@tanstack/react-start'
import { signedIn, signedInWithPayload } from '#platform/auth/accessMiddleware.ts'
import { LeadIdInput } from '../leads.schema.ts'
import { addLead as add, importLeads as importRows } from '../server/intake/addLead.server.ts'
import { readLeadLink, sendPrivateLink as send } from '../server/privateLink/sendPrivateLink.server.ts'
import { AddLeadInput, ImportLeadsInput } from './addLead.schema.ts'

export const addLead = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(AddLeadInput)
  .handler(({ data, context }) => add(context.db, context.agent, data))

export const importLeads = createServerFn({ method: 'POST' })
  .middleware([signedInWithPayload({ maxBytes: 1_000_000, maxValues: 20 })])
  .validator(ImportLeadsInput)
  .handler(({ data, context }) => importRows(context.services, context.agent, data))

export type ImportResult = Awaited<ReturnType<typeof importLeads>>

export const sendPrivateLink = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(LeadIdInput)
  .handler(({ data, context }) => send(context.services, context.agent, data.id))

/** For a text message. */
export const fetchLeadLink = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(LeadIdInput)
  .handler(({ data, context }) => readLeadLink(context.services, context.agent, data.id))
