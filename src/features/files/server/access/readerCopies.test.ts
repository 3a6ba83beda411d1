import { expect, onTestFinished, test } from 'vitest'
import { variantKey } from '#platform/storage/storageKeys.server.ts'
import { createAgent } from '../../../../../test/fixtures/agents.ts'
import { createFile } from '../../../../../test/fixtures/files.ts'
import { openServices } from '../../../../../test/support/services/services.ts'
import { sweepStorage } from '../sweepStorage.server.ts'

test('drawn pages and stamped copies are deleted a day later, and the document keeps what was prepared', async () => {
  const { services, database, close } = await openServices()
  onTestFinished(close)
  const { path } = await createFile(database.db, { agent: await createAgent(database.db) })
  const reader = `m${'0a'.repeat(12)}`
  const made = ['p1w800', `${reader}p1w800`, `${reader}u`, `${reader}f`].map((variant) => variantKey(path, variant))
  const kept = [path, variantKey(path, 'w480'), variantKey(path, 'pages')]
  for (const key of [...made, ...kept]) await services.storage.write(key, Buffer.from('x'), 'image/webp')
  const found = async () => {
    const keys: string[] = []
    for await (const { key } of services.storage.list(path)) keys.push(key)
    return keys.sort()
  }
  await sweepStorage(services, new Date(Date.now() - 60_000))
  expect(await found()).toHaveLength(7)
  await sweepStorage(services, new Date(Date.now() + 60_000))
  expect(await found()).toEqual(kept.sort())
})
