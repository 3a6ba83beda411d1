import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { signedIn } from '#platform/auth/accessMiddleware.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { assignLeads as assign } from '../server/followUp/assignLeads.server.ts'
import { planNextAction as plan } from '../server/followUp/followUp.server.ts'
import {
  deleteReplyTemplate as deleteTemplate,
  listReplyTemplates,
  saveReplyTemplate as saveTemplate,
} from '../server/followUp/replyTemplates.server.ts'
import { setLeadsStatus as setStatus } from '../server/leads.server.ts'
import {
  AssignLeadsInput,
  PlanNextActionInput,
  SaveTemplateInput,
  SetLeadsStatusInput,
  TemplateIdInput,
} from './followUp.schema.ts'

export const planNextAction = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(PlanNextActionInput)
  .handler(({ data, context }) => plan(context.db, context.agent, data))

export const setLeadsStatus = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(SetLeadsStatusInput)
  .handler(({ data, context }) => setStatus(context.db, context.agent, data))

export const assignLeads = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(AssignLeadsInput)
  .handler(({ data, context }) => assign(context.services, context.agent, data))

export const fetchReplyTemplates = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .handler(({ context }) => listReplyTemplates(context.db, context.agent))

export type ReplyTemplate = Awaited<ReturnType<typeof fetchReplyTemplates>>[number]

export const saveReplyTemplate = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(SaveTemplateInput)
  .handler(({ data, context }) => saveTemplate(context.db, context.agent, data))

export const deleteReplyTemplate = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(TemplateIdInput)
  .handler(({ data, context }) => deleteTemplate(context.db, context.agent, data.id))

export const replyTemplatesQuery = queryOptions({
  queryKey: queryKeys.replyTemplates,
  queryFn: () => fetchReplyTemplates(),
  // The page shows the error itself.
  meta: { handled: true },
})
