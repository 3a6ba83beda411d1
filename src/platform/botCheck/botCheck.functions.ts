import { createServerFn } from '@tanstack/react-start'
import { z } from 'zod'
import { anyone } from '../access.ts'
import { startBotCheck } from './botCheck.server.ts'
import { BotCheckAction } from './botCheck.ts'

export const fetchBotCheck = createServerFn({ method: 'GET' })
  .middleware([anyone])
  .validator(z.strictObject({ action: BotCheckAction }))
  .handler(({ data, context }) => startBotCheck(context.services, data.action))
