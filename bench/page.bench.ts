import { openDatabase } from '../src/db/client.server.ts'
import { file } from '../src/db/schema/files.ts'
import { listing } from '../src/db/schema/listings.ts'
import { attachEmbeddedPostgres } from '../src/platform/embedded/postgres.server.ts'
import { createAgent } from '../test/support/agents.ts'
import { startBuiltApp } from '../test/support/app.ts'
import { startBareNode } from './support/bareNode.ts'
import { cpuSeconds } from './support/cpu.ts'
import { get, requestPageRepeatedly } from './support/pageLoad.ts'
import { median, report } from './support/report.ts'

/** How much processor time does a listing page need, compared with a plain node:http server that sends the same bytes? */
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
  const requests = await requestPageRepeatedly(url, path, encoding, { connections: CONNECTIONS, seconds: SECONDS })
  return Math.round(requests / (cpuSeconds(pid) - before))
}

/** A typical listing: ten photos, nine documents, a long description. */
async function prepareListing() {
  const { db, close } = openDatabase(await attachEmbeddedPostgres(app.dataDir))
  const { id: userId } = await createAgent(db, { firstName: 'Mia', lastName: 'Walker', phone: '+64211234567' })
  const words =
    'A sunny home with a garden, near the school and the park, lovingly kept by one family for thirty years. '
  const paragraph = { type: 'paragraph', content: [{ type: 'text', text: words.repeat(4) }] }
  const slug = 'bench-street'
  const [created] = await db
    .insert(listing)
    .values({
      userId,
      slug,
      title: '12 Rata Street, Karori',
      subtitle: '3 bed · 1 bath · 640 m²',
      description: { type: 'doc', content: Array(4).fill(paragraph) },
      publishedAt: new Date(),
    })
    .returning()
  const shared = { userId, listingId: created?.id, state: 'ready' as const, size: 18_000_000 }
  const placeholder = `data:image/webp;base64,${'A'.repeat(120)}`
  const photos = Array.from({ length: 10 }, (_, n) => ({
    ...shared,
    ...{ type: 'image' as const, contentType: 'image/jpeg', name: `Photo ${n}`, path: `bench/photo-${n}`, rank: n },
    ...{ width: 3_000, height: 2_000, placeholder },
  }))
  const documents = Array.from({ length: 9 }, (_, n) => ({
    ...shared,
    ...{ type: 'file' as const, contentType: 'application/pdf', name: `LIM report ${n}`, path: `bench/document-${n}` },
    ...{ rank: 10 + n, pageCount: 62 },
  }))
  await db.insert(file).values([...photos, ...documents])
  await close()
  return `/listings/${slug}`
}

function round3(value: number) {
  return Math.round(value * 1000) / 1000
}
