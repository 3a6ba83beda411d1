import { createServerFn } from '@tanstack/react-start'
import { anyone } from '../auth/accessMiddleware.ts'
import { StartBotCheckInput } from './botCheck.schema.ts'
import { startBotCheck } from './botCheck.server.ts'

export const fetchBotCheck = createServerFn({ method: 'GET' })
  .middleware([anyone])
  .validator(StartBotCheckInput)
  .handler(({ data, context }) => startBotCheck(context.services, data.action))
