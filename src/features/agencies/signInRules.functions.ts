import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { proven, signedIn } from '#platform/auth/accessMiddleware.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { readSecondFactorRule, saveSecondFactorRule as setSecondFactorRule } from './server/secondFactorRule.server.ts'
import { readSessionRule, saveSessionRule as setSessionRule } from './server/sessionRule.server.ts'
import { SecondFactorRule, SessionRule } from './signInRules.schema.ts'

export const fetchSecondFactorRule = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .handler(({ context }) => readSecondFactorRule(context.db, context.agent))

export const saveSecondFactorRule = createServerFn({ method: 'POST' })
  .middleware([proven])
  .validator(SecondFactorRule)
  .handler(({ data, context }) => setSecondFactorRule(context.services, context.agent, data))

export const secondFactorRuleQuery = queryOptions({
  queryKey: queryKeys.secondFactorRule,
  queryFn: () => fetchSecondFactorRule(),
})

export const fetchSessionRule = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .handler(({ context }) => readSessionRule(context.db, context.agent))

export const saveSessionRule = createServerFn({ method: 'POST' })
  .middleware([proven])
  .validator(SessionRule)
  .handler(({ data, context }) => setSessionRule(context.services, context.agent, data))

export const sessionRuleQuery = queryOptions({ queryKey: queryKeys.sessionRule, queryFn: () => fetchSessionRule() })
