import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClient } from '@hey-api/openapi-ts'
import { Validator } from '@seriousme/openapi-schema-validator'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { file } from '../src/db/schema/files.ts'
import { lead } from '../src/db/schema/leads.ts'
import { listing } from '../src/db/schema/listings.ts'
import { createApiKey } from '../src/features/api/server/apiKeys.server.ts'
import { projectRoot } from '../src/platform/config/projectRoot.server.ts'
import { apiScopes } from '../src/values/apiScopes.ts'
import { createAgent } from './fixtures/agents.ts'
import { textPdf } from './fixtures/content/pdf.ts'
import { createPublishedListing } from './fixtures/listings.ts'
import { useDeployedApp } from './support/processes/deployedApp.ts'
import { temporaryFolder } from './support/temporaryFolder.ts'

const run = promisify(execFile)
const parts = useDeployedApp()

let folder: string
let environment: Record<string, string>
let listingId: string
beforeAll(async () => {
  folder = await temporaryFolder()
  const { db } = parts.database
  const agent = await createAgent(db)
  listingId = (await createPublishedListing(db, { agent })).id
  const { token } = await createApiKey(db, agent, { name: 'Examples', scopes: [...apiScopes], days: null })
  const document = join(folder, 'LIM report.pdf')
  await writeFile(document, textPdf(['LIM']))
  environment = {
    PATH: process.env.PATH ?? '',
    API: `${parts.url}/api/v1`,
    PROPERTY_FILES_KEY: token,
    LISTING_ID: listingId,
    DOCUMENT: document,
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The examples of docs/developers.md in this language, in order. */
async function examples(language: string) {
  const text = await readFile(join(projectRoot, 'docs/developers.md'), 'utf8')
  return [...text.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, code = '']) => code)
}

async function runProgram(name: string, code: string) {
  const path = join(folder, name)
  await writeFile(path, code)
  return (await run(process.execPath, [path], { env: environment })).stdout.trim()
}

describe('the examples for developers', () => {
  test('with curl list listings and add a lead', async () => {
    const [list = '', add = ''] = await examples('sh')
    const shell = async (code: string) =>
      JSON.parse((await run('bash', ['-euo', 'pipefail', '-c', code], { env: environment })).stdout)
    expect(await shell(list)).toMatchObject({ data: [{ id: listingId }], next: null })
    const { id } = await shell(add)
    expect(await shell(add)).toMatchObject({ id, isNew: true })
    expect(await parts.db.$count(lead, eq(lead.listingId, listingId))).toBe(1)
  })

  test('in TypeScript change a listing and upload a document', async () => {
    const [change = '', upload = ''] = await examples('ts')
    expect(Number(await runProgram('change.mts', change))).toBeGreaterThan(1)
    const [changed] = await parts.db.select().from(listing).where(eq(listing.id, listingId))
    expect(changed).toMatchObject({ saleMethod: 'auction', saleAt: new Date('2027-03-05T00:00:00Z') })
    const fileId = await runProgram('upload.mts', upload)
    expect(await parts.db.select().from(file).where(eq(file.id, fileId))).toMatchObject([{ listingId }])
  })
})

test('the OpenAPI document is valid by the schema of OpenAPI 3.1', async () => {
  const validator = new Validator()
  const result = await validator.validate(await (await fetch(`${environment.API}/openapi.json`)).json())
  expect(result).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

test('a client that is generated from the OpenAPI document has right types and works', async () => {
  const client = join(folder, 'client')
  const document = await (await fetch(`${environment.API}/openapi.json`)).json()
  await createClient({
    input: document,
    output: { path: client, module: { extension: '.ts' } },
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    logs: { level: 'silent' },
  })
  const program = join(client, 'program.ts')
  await writeFile(
    program,
    `import { client } from './client.gen.ts'
import { createListing, getListing, updateListing } from './sdk.gen.ts'

client.setConfig({ baseUrl: process.env.API ?? '', auth: () => process.env.PROPERTY_FILES_KEY })
const { data: made } = await createListing({ body: { title: 'Made by a program', bedrooms: 3 }, throwOnError: true })
const { data: changed } = await updateListing({
  path: { id: made.id },
  headers: { 'If-Match': \`"\${made.version}"\` },
  body: { bedrooms: 4 },
  throwOnError: true,
})
const bedrooms: number | null = changed.bedrooms
const { error } = await getListing({ path: { id: 'list_0000000000000000' } })
console.log(JSON.stringify([bedrooms, error?.status]))
`,
  )
  const compiler = join(projectRoot, 'node_modules/native-typescript/bin/tsc')
  const options = [
    ...['--noEmit', '--strict', '--skipLibCheck', '--allowImportingTsExtensions', '--ignoreConfig'],
    ...['--typeRoots', join(projectRoot, 'node_modules/@types'), '--types', 'node'],
    ...[
      '--module',
      'esnext',
      '--moduleResolution',
      'bundler',
      '--target',
      'es2024',
      '--lib',
      'es2024,dom,dom.iterable',
    ],
  ]
  await run(process.execPath, [compiler, ...options, program], { cwd: client })
  const { stdout } = await run(process.execPath, [program], { env: environment })
  expect(JSON.parse(stdout)).toEqual([4, 404])
})
