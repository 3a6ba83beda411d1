import { expect, test } from 'vitest'
import { tellBuyersUnderKills } from '../support/faults/changesUnderKills.ts'
import { newDataFolder } from '../support/processes/app.ts'

// The same at length, with more buyers and kills, is `npm run bench -- changes`.
test('after a kill in the middle every buyer is told of a changed document once', async () => {
  const figures = await tellBuyersUnderKills({ recipients: 40, kills: 1, dataDir: await newDataFolder() })
  expect(figures).toMatchObject({ recipients: 40, missed: 0, twice: 0, kills: 1 })
}, 300_000)
