import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { anyone, signedIn } from '#platform/auth/accessMiddleware.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { LeadForwardInput, LeadForwardKeyInput, LeadForwardWithFormat } from './crm.schema.ts'
import { confirmLeadForward as confirm, readLeadForwardConfirmation } from './server/confirmLeadForward.server.ts'
import {
  addLeadForward as add,
  changeLeadFormat as changeFormat,
  listLeadForwards,
  removeLeadForward as remove,
  resendLeadForwardLink as resend,
  sendTestLead as sendTest,
} from './server/leadForwards.server.ts'

export const fetchLeadForwards = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .handler(({ context }) => listLeadForwards(context.db, context.agent))

export const addLeadForward = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(LeadForwardWithFormat)
  .handler(({ data, context }) => add(context.services, context.agent, data))

export const changeLeadFormat = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(LeadForwardWithFormat)
  .handler(({ data, context }) => changeFormat(context.services, context.agent, data))

export const removeLeadForward = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(LeadForwardInput)
  .handler(({ data, context }) => remove(context.services, context.agent, data.email))

export const resendLeadForwardLink = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(LeadForwardInput)
  .handler(({ data, context }) => resend(context.services, context.agent, data.email))

/** A made-up lead, to see what the CRM makes of it. */
export const sendTestLead = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(LeadForwardInput)
  .handler(({ data, context }) => sendTest(context.services, context.agent, data.email))

/** POST, because in an address the key would end up in the logs of proxies. */
export const fetchLeadForwardConfirmation = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(LeadForwardKeyInput)
  .handler(({ data, context: { services, clientIp } }) => readLeadForwardConfirmation(services, data.key, clientIp))

export const confirmLeadForward = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(LeadForwardKeyInput)
  .handler(({ data, context: { services, clientIp } }) => confirm(services, data.key, clientIp))

export const leadForwardsQuery = queryOptions({
  queryKey: queryKeys.leadForwards,
  queryFn: () => fetchLeadForwards(),
})
export type LeadForwards = Awaited<ReturnType<typeof fetchLeadForwards>>

export const leadForwardConfirmationQuery = (key: string) =>
  queryOptions({
    queryKey: queryKeys.leadForwardConfirmation(key),
    queryFn: () => fetchLeadForwardConfirmation({ data: { key } }),
    // The page shows the error itself.
    meta: { handled: true },
  })
