import { createServerFn } from '@tanstack/react-start'
import { anyone } from '../access.ts'
import { startBotCheck } from './botCheck.server.ts'
import { BotCheckInput } from './botCheck.ts'

export const fetchBotCheck = createServerFn({ method: 'GET' })
  .middleware([anyone])
  .validator(BotCheckInput)
  .handler(({ data, context }) => startBotCheck(context.services, data.action))
