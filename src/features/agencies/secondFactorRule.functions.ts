import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { proven, signedIn } from '#platform/auth/accessMiddleware.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { SecondFactorRule } from './secondFactorRule.schema.ts'
import { readSecondFactorRule, saveSecondFactorRule as save } from './server/secondFactorRule.server.ts'

export const fetchSecondFactorRule = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .handler(({ context }) => readSecondFactorRule(context.db, context.agent))

export const saveSecondFactorRule = createServerFn({ method: 'POST' })
  .middleware([proven])
  .validator(SecondFactorRule)
  .handler(({ data, context }) => save(context.services, context.agent, data))

export const secondFactorRuleQuery = queryOptions({
  queryKey: queryKeys.secondFactorRule,
  queryFn: () => fetchSecondFactorRule(),
})
