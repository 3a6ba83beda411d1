import { expect, test } from 'vitest'
import { deliverWebhooksUnderKills } from '../support/faults/webhooksUnderKills.ts'
import { newDataFolder } from '../support/processes/app.ts'

// The same at length, with 20,000 messages and 100 kills, is `npm run bench -- webhooks`.
test('after a kill in the middle every webhook arrives, in order, with the same id if it arrives again', async () => {
  const figures = await deliverWebhooksUnderKills({ messages: 200, kills: 1, dataDir: await newDataFolder() })
  expect(figures).toMatchObject({ messages: 200, missed: 0, unknownIds: 0, outOfOrder: 0, kills: 1 })
  expect(figures.repeated).toBeLessThanOrEqual(figures.kills)
}, 300_000)
