import { openDatabase } from '../src/db/client.server.ts'
import { file } from '../src/db/schema/files.ts'
import { attachEmbeddedPostgres } from '../src/platform/embeddedServices/postgres.server.ts'
import { createAgent } from '../test/fixtures/agents.ts'
import { fileValues } from '../test/fixtures/files.ts'
import { createPublishedListing } from '../test/fixtures/listings.ts'
import { startBuiltApp } from '../test/support/app.ts'
import { startBareNode } from './support/bareNode.ts'
import { countResponses, get } from './support/countResponses.ts'
import { cpuSeconds } from './support/cpu.ts'
import { median, report } from './support/report.ts'

/** What does a listing page cost the server, beside a bare node:http that serves the same bytes? Counted in time of the processor. */
const ROUNDS = 5
const SECONDS = 5
const CONNECTIONS = 20
const encodings = { plain: 'identity', zipped: 'gzip, deflate, br' }

const app = await startBuiltApp()
try {
  const path = await prepareListing()
  const figures: Record<string, unknown> = {}
  for (const [name, encoding] of Object.entries(encodings)) {
    const page = await get(app.url, path, encoding)
    const bare = await startBareNode(page.body, page.headers)
    const servers = { ours: { url: app.url, pid: app.process.pid }, bare }
    const measure = (who: 'ours' | 'bare') => perCpuSecond(servers[who], path, encoding)
    await Promise.all([measure('ours'), measure('bare')])
    const rounds: { ours: number; bare: number }[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const ours = round % 2 ? await measure('ours') : 0
      const bare = await measure('bare')
      rounds.push({ ours: ours || (await measure('ours')), bare })
      console.log(`${name}, round ${round + 1}: ${JSON.stringify(rounds.at(-1))} requests per second of the processor`)
    }
    bare.stop()
    figures[name] = {
      ratio: round3(median(rounds.map(({ ours, bare }) => ours / bare))),
      requestsPerCpuSecond: Math.round(median(rounds.map(({ ours }) => ours))),
      bareRequestsPerCpuSecond: Math.round(median(rounds.map(({ bare }) => bare))),
      bytes: page.body.length,
    }
  }
  const { plain } = figures as { plain: { ratio: number } }
  report('page', {
    ratioToBareNode: plain.ratio,
    ...figures,
    rounds: ROUNDS,
    secondsPerRound: SECONDS,
    connections: CONNECTIONS,
    budgets: { ratioToBareNode: 0.15 },
  })
} finally {
  await app.stop()
}

async function perCpuSecond({ url, pid }: { url: string; pid: number | undefined }, path: string, encoding: string) {
  const before = cpuSeconds(pid)
  const requests = await countResponses(url, path, encoding, { connections: CONNECTIONS, seconds: SECONDS })
  return Math.round(requests / (cpuSeconds(pid) - before))
}

/** A listing as agents publish it: ten photos, nine documents, a description of some length. */
async function prepareListing() {
  const { db, close } = openDatabase(await attachEmbeddedPostgres(app.dataDir))
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
  await close()
  return `/listings/${slug}`
}

function round3(value: number) {
  return Math.round(value * 1000) / 1000
}
