import { expect, test } from 'vitest'
import { sendVendorReportsUnderKills } from '../support/faults/vendorReportsUnderKills.ts'
import { newDataFolder } from '../support/processes/app.ts'

test('after a kill in the middle every vendor gets the week’s email once, hours late rather than never', async () => {
  const dataDir = await newDataFolder()
  const figures = await sendVendorReportsUnderKills({ listings: 12, vendorsPerListing: 2, kills: 1, dataDir })
  expect(figures).toMatchObject({ recipients: 24, missed: 0, twice: 0, kills: 1 })
}, 300_000)
