import { openDatabase } from '../src/db/client.server.ts'
import { file } from '../src/db/schema/files.ts'
import { attachEmbeddedPostgres } from '../src/platform/embeddedServices/postgres.server.ts'
import { createAgent } from '../test/fixtures/agents.ts'
import { fileValues } from '../test/fixtures/files.ts'
import { createPublishedListing } from '../test/fixtures/listings.ts'
import { startBuiltApp } from '../test/support/processes/app.ts'
import { startBareNode } from './support/bareNode.ts'
import { countResponses, get } from './support/countResponses.ts'
import { cpuSeconds } from './support/cpu.ts'
import { median, report } from './support/report.ts'

/** What does a listing page cost the server, beside a bare node:http that serves the same bytes? Counted in time of the processor. */
const ROUNDS = 5
const SECONDS = 5
const CONNECTIONS = 20
const FIRST_RENDERINGS = 100
const encodings = { plain: 'identity', zipped: 'gzip, deflate, br' }

const app = await startBuiltApp({ WEB_PROCESSES: '1' })
const { db, close } = openDatabase(await attachEmbeddedPostgres(app.dataDir))
try {
  const path = await createTypicalListing()
  const unchanged = await compare('unchanged', { path, encoding: encodings.zipped, isUnchanged: true })
  const plain = await compare('plain', { path, encoding: encodings.plain })
  const zipped = await compare('zipped', { path, encoding: encodings.zipped })
  report('page', {
    ratioToBareNode: Math.min(plain.ratio, zipped.ratio),
    plain,
    zipped,
    unchanged,
    firstRendering: await measureFirstRenderings(),
    rounds: ROUNDS,
    secondsPerRound: SECONDS,
    connections: CONNECTIONS,
    budgets: { ratioToBareNode: 0.6, unchangedRatio: 0.6, firstRenderingCpuMs: 6 },
  })
} finally {
  await close()
  await app.stop()
}

interface Question {
  path: string
  encoding: string
  /** Whether the browser has these bytes already. */
  isUnchanged?: boolean
}

async function compare(name: string, { path, encoding, isUnchanged = false }: Question) {
  const page = await get(app.url, path, encoding)
  const { 'content-length': _, 'content-encoding': __, ...unchangedHeaders } = page.headers
  const bare = isUnchanged
    ? await startBareNode(Buffer.alloc(0), unchangedHeaders, 304)
    : await startBareNode(page.body, page.headers)
  const etag = isUnchanged ? page.headers.etag : undefined
  const measure = async ({ url, pid }: { url: string; pid: number | undefined }) => {
    const before = cpuSeconds(pid)
    const requests = await countResponses(url, {
      ...{ path, encoding, etag },
      ...{ connections: CONNECTIONS, seconds: SECONDS },
    })
    return Math.round(requests / (cpuSeconds(pid) - before))
  }
  const ours = { url: app.url, pid: app.process.pid }
  await Promise.all([measure(ours), measure(bare)])
  const rounds: { ours: number; bare: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const first = round % 2 ? await measure(ours) : undefined
    const reference = await measure(bare)
    rounds.push({ ours: first ?? (await measure(ours)), bare: reference })
    console.log(`${name}, round ${round + 1}: ${JSON.stringify(rounds.at(-1))} requests per second of the processor`)
  }
  bare.stop()
  return {
    ratio: round3(median(rounds.map(({ ours, bare }) => ours / bare))),
    requestsPerCpuSecond: Math.round(median(rounds.map(({ ours }) => ours))),
    bareRequestsPerCpuSecond: Math.round(median(rounds.map(({ bare }) => bare))),
    bytes: isUnchanged ? 0 : page.body.length,
  }
}

/** Pages that nobody has asked for yet: queries, React, compression. */
async function measureFirstRenderings() {
  const rounds: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const paths: string[] = []
    for (let n = 0; n < FIRST_RENDERINGS; n++) paths.push(await createTypicalListing())
    const before = cpuSeconds(app.process.pid)
    for (const path of paths) await get(app.url, path, encodings.zipped)
    rounds.push((1000 * (cpuSeconds(app.process.pid) - before)) / FIRST_RENDERINGS)
    console.log(`first rendering, round ${round}: ${rounds.at(-1)} ms of the processor`)
  }
  // The first round warms up.
  return { cpuMs: round3(median(rounds.slice(1))), pagesPerRound: FIRST_RENDERINGS }
}

/** A listing as agents publish it: ten photos, nine documents, a description of some length. */
async function createTypicalListing() {
  const agent = await createAgent(db, { phone: '+64211234567' })
  const words =
    'A sunny home with a garden, near the school and the park, lovingly kept by one family for thirty years. '
  const paragraph = { type: 'paragraph', content: [{ type: 'text', text: words.repeat(4) }] }
  const description = { type: 'doc', content: Array(4).fill(paragraph) }
  const { id: listingId, slug } = await createPublishedListing(db, { agent, description })
  const shared = { agent, listingId, size: 18_000_000 }
  const placeholder = `data:image/webp;base64,${'A'.repeat(120)}`
  const image = { type: 'image', contentType: 'image/jpeg', width: 3_000, height: 2_000, placeholder } as const
  const photos = Array.from({ length: 10 }, (_, n) => fileValues({ ...shared, ...image, rank: n, name: `Photo ${n}` }))
  const documents = Array.from({ length: 9 }, (_, n) =>
    fileValues({ ...shared, rank: 10 + n, name: `LIM report ${n}`, pageCount: 62 }),
  )
  await db.insert(file).values([...photos, ...documents])
  return `/listings/${slug}`
}

function round3(value: number) {
  return Math.round(value * 1000) / 1000
}
