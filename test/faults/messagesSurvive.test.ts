import { expect, test } from 'vitest'
import { sendMessageUnderKills } from '../support/faults/messagesUnderKills.ts'
import { newDataFolder } from '../support/processes/app.ts'

// The same at length, with more buyers and kills, is `npm run bench -- messages`.
test('threat 209: after a kill in the middle every buyer gets a message once', async () => {
  const figures = await sendMessageUnderKills({ recipients: 40, kills: 1, dataDir: await newDataFolder() })
  expect(figures).toMatchObject({ recipients: 40, missed: 0, twice: 0, kills: 1 })
}, 300_000)
