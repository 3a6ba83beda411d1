import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { proven, signedIn } from '#platform/auth/accessMiddleware.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { readSessionRule, saveSessionRule as save } from './server/sessionRule.server.ts'
import { SessionRule } from './sessionRule.schema.ts'

export const fetchSessionRule = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .handler(({ context }) => readSessionRule(context.db, context.agent))

export const saveSessionRule = createServerFn({ method: 'POST' })
  .middleware([proven])
  .validator(SessionRule)
  .handler(({ data, context }) => save(context.services, context.agent, data))

export const sessionRuleQuery = queryOptions({ queryKey: queryKeys.sessionRule, queryFn: () => fetchSessionRule() })
