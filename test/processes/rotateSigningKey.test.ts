import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { readCertificate } from '../../src/features/disclosure/certificateSignature.ts'
import { createSignedInAgent } from '../fixtures/agents.ts'
import { createListingThroughApp } from '../fixtures/listings.ts'
import { call } from '../support/call.ts'
import { spawnBuiltApp, TEST_SECRET } from '../support/processes/app.ts'
import { useDeployedApp } from '../support/processes/deployedApp.ts'

const parts = useDeployedApp()

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** The certificate of a listing, as its agent downloads it. */
async function downloadCertificate(id: string, cookie: string) {
  const response = await fetch(`${parts.url}/portal/listings/${id}/certificate`, { headers: { cookie } })
  const certificate = readCertificate(Buffer.from(await response.arrayBuffer()))
  if (!certificate || certificate === 'damaged') throw new Error(`No certificate, but ${response.status}.`)
  return certificate
}

/** As the page that checks certificates does it. */
async function check({ keyId, signature, pdf, data }: Awaited<ReturnType<typeof downloadCertificate>>) {
  const hashes = { pdfSha256: sha256(pdf), dataSha256: sha256(data) }
  return (await call(parts.url, 'checkCertificate', { method: 'POST', data: { keyId, signature, ...hashes } })).result
}

async function publishedKeys(): Promise<{ id: string; retiredAt: string | null }[]> {
  return (await (await fetch(`${parts.url}/.well-known/property-files-signing-key`)).json()).keys
}

test('after npm run rotate-signing-key the running application signs with another key, and certificates of the old one stay valid', async () => {
  const { cookie } = await createSignedInAgent(parts)
  const { id } = await createListingThroughApp(parts.url, cookie)
  const before = await downloadCertificate(id, cookie)
  expect((await publishedKeys()).map((key) => key.id)).toEqual([before.keyId])

  const settings = { DATABASE_URL: parts.database.url, APP_URL: parts.url, APP_SECRET: TEST_SECRET }
  const { child, output } = spawnBuiltApp({ ...settings, DATA_DIR: parts.app.dataDir }, 'rotateSigningKey')
  const [code] = await once(child, 'close')
  expect(code, output()).toBe(0)

  const after = await downloadCertificate(id, cookie)
  expect(after.keyId).not.toBe(before.keyId)
  expect(output()).toContain(after.keyId)
  expect(await publishedKeys()).toMatchObject([
    { id: after.keyId, retiredAt: null },
    { id: before.keyId, retiredAt: expect.any(String) },
  ])
  expect([await check(before), await check(after)]).toEqual([{ result: 'valid' }, { result: 'valid' }])
  expect(await check({ ...before, keyId: after.keyId })).toEqual({ result: 'changed' })
})
