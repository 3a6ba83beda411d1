import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutBucketLifecycleConfigurationCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { projectRoot } from '../../src/platform/config/projectRoot.server.ts'
import { PART_BYTES, type PartUrl } from '../../src/platform/storage/storage.ts'
import { createAgent, signInAs } from '../fixtures/agents.ts'
import { easyBotCheckAnswer } from '../fixtures/botCheck.ts'
import { hash, someBytes } from '../fixtures/content/bytes.ts'
import { textPdf } from '../fixtures/content/pdf.ts'
import { leadForm } from '../fixtures/leads.ts'
import { createPublishedListing } from '../fixtures/listings.ts'
import { call } from '../support/call.ts'
import { makeBucket, useComposeServices, withS3 } from '../support/compose/composeServices.ts'
import { unzip } from '../support/content/unzip.ts'
import { eventually } from '../support/eventually.ts'

/** Run by `npm run test:services -- compose`, in a network where the services have the names that they have in the file. */
const parts = useComposeServices()

const signIn = async () => {
  const agent = await createAgent(parts.database.db)
  const headers = { cookie: await signInAs(parts.url, agent.email) }
  const post = async <Answer>(name: string, data?: unknown) =>
    (await call(parts.url, name, { method: 'POST', data, headers })).result as Answer
  return { agent, headers, post }
}

/** A file of two parts, with the addresses that browsers get. */
async function uploadPdf(post: Awaited<ReturnType<typeof signIn>>['post']) {
  // What follows the end of a PDF is no part of its pages.
  const bytes = new Uint8Array(Buffer.concat([textPdf(['LIM report']), someBytes(PART_BYTES)]))
  const request = { name: 'LIM.pdf', contentType: '', contentLength: String(bytes.length) }
  const { uploadId, parts: urls } = await post<{ uploadId: string; parts: PartUrl[] }>('getUploadUrl', request)
  for (const { url, headers, offset, length } of urls)
    await fetch(url, { method: 'PUT', headers, body: bytes.subarray(offset, offset + length) })
  const { id } = await post<{ id: string }>('finishUpload', { uploadId })
  return { id, bytes, urls }
}

test('both web processes are healthy, and Caddy asks both', async () => {
  await eventually(async () => {
    expect((await fetch(`${parts.url}/`)).status).toBe(200)
    const webs = [...parts.running].filter(([name]) => name.includes('web'))
    return webs.length === 2 && webs.every(([, { output }]) => output().includes('"path":"/"'))
  })
})

test('a file goes to the S3 under its public name, and the worker prepares it', async () => {
  const { post } = await signIn()
  const { id, bytes, urls } = await uploadPdf(post)
  expect(urls.map(({ url }) => new URL(url).host)).toEqual(Array(2).fill('files.listings.example.nz'))

  const state = async () => (await parts.database.sql`select state from file where id = ${id}`)[0]?.state
  await eventually(async () => (await state()) === 'ready')
  const { url } = await post<{ url: string }>('getDownloadUrl', { id })
  expect(hash(new Uint8Array(await (await fetch(url)).arrayBuffer()))).toBe(hash(bytes))
})

test('a lead is emailed by the worker, with links to the public name', async () => {
  const { agent } = await signIn()
  const listing = await createPublishedListing(parts.database.db, { agent })
  const turnstile = await easyBotCheckAnswer(parts.secret, 'lead')
  const data = { ...leadForm(), listingId: listing.id, turnstile }
  expect((await call(parts.url, 'submitLead', { method: 'POST', data })).status).toBe(200)
  const told = () => parts.smtp.received.find(({ mail }) => mail.to?.[0]?.address === agent.email && mail.replyTo)
  const { mail } = (await eventually(told)) ?? {}
  expect(mail?.html).toContain(`${parts.url}/portal/`)
})

test('an export that the worker writes is downloaded through a web process', async () => {
  const { headers, post } = await signIn()
  await uploadPdf(post)
  await post('requestExport')
  const latest = async () =>
    (await call(parts.url, 'fetchLatestExport', { headers })).result as { id: string; state: string }
  const { id } = await eventually(async () => {
    const found = await latest()
    return found.state === 'ready' && found
  })
  const zip = await fetch(`${parts.url}/portal/exports/${id}`, { headers })
  const entries = unzip(Buffer.from(await zip.arrayBuffer()))
  expect([...entries.keys()].filter((name) => name.endsWith('LIM.pdf'))).toHaveLength(1)
})

test('a web process that is stopped and started again loses no request', async () => {
  const statuses: number[] = []
  let isDone = false
  const asking = (async () => {
    while (!isDone) statuses.push((await fetch(`${parts.url}/`)).status)
  })()
  expect(await parts.stop('property-files-web-1')).toBe(0)
  await parts.start('property-files-web-1')
  isDone = true
  await asking
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(await parts.isHealthy('property-files-web-1')).toBe(true)
})

test('a backup into the volume for backups is restored into an empty database and bucket', async () => {
  const { post } = await signIn()
  await uploadPdf(post)
  const program = (name: string) => `dist/server/${name}.js`
  const said = await parts.runIn('property-files-worker-1', [program('backup'), '/backups'])
  const [folder = ''] = /\/backups\/property-files-\S+/.exec(said) ?? []
  await parts.runIn('property-files-worker-1', [program('backup'), '--verify', folder])

  await makeBucket('restored')
  await parts.database.sql.raw('create database restored owner app')
  const elsewhere = {
    DATABASE_URL: 'postgres://app:lettersAndDigits1@postgres:5432/restored',
    S3_BUCKET: 'restored',
  }
  const restore = () => parts.runIn('property-files-worker-1', [program('restore'), folder], elsewhere)
  expect(await restore()).toContain('Restored')
  // What was restored is there: nothing is written over it.
  await expect(restore()).rejects.toThrow('empty')
})

test('the rule of deploy/s3-lifecycle.json ends uploads that nobody finished, and leaves files alone', async () => {
  const LifecycleConfiguration = JSON.parse(readFileSync(join(projectRoot, 'deploy/s3-lifecycle.json'), 'utf8'))
  const Bucket = 'with-lifecycle'
  await makeBucket(Bucket)
  await withS3(async (s3) => {
    await s3.send(new PutObjectCommand({ Bucket, Key: 'file', Body: 'kept' }))
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key: 'unfinished' }))
    await s3.send(new UploadPartCommand({ Bucket, Key: 'unfinished', UploadId, PartNumber: 1, Body: 'a part' }))
    const unfinished = async () => (await s3.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads?.length ?? 0
    expect(await unfinished()).toBe(1)

    await s3.send(new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration }))
    await eventually(async () => (await unfinished()) === 0)
    const { Contents } = await s3.send(new ListObjectsV2Command({ Bucket }))
    expect(Contents?.map(({ Key }) => Key)).toEqual(['file'])
  })
})
