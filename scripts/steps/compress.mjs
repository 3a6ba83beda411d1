import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync } from 'node:fs'
import { copyFile, readFile, rename, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { root } from './root.mjs'

const COMPRESSIBLE = new Set([
  '.js',
  '.mjs',
  '.css',
  '.svg',
  '.json',
  '.txt',
  '.html',
  '.webmanifest',
  '.xml',
  '.wasm',
  '.map',
])
const WORTHWHILE = 1024
/** Others' large programs, loaded apart from our own pages: the last hundredths would take most of the time that all files take. */
const QUALITIES = [
  { of: /scalar-/, quality: 9 },
  { of: /pdfjs-|pdf\.worker/, quality: 10 },
]
const SMALLEST_WINDOW = 16
const client = join(root, 'dist/client')
/** What earlier builds compressed, by content: most files are the same from build to build, and libraries always. */
const cache = join(root, 'node_modules/.cache/compressed')
mkdirSync(cache, { recursive: true })

/** At build time, so that requests need no compression. All at once, because each is the work of one processor. */
await Promise.all(
  readdirSync(client, { recursive: true })
    .filter((name) => COMPRESSIBLE.has(extname(name)))
    .map((name) => compress(join(client, name))),
)

async function compress(path) {
  const bytes = await readFile(path)
  if (bytes.length < WORTHWHILE) return
  const hash = createHash('sha256').update(bytes).digest('hex')
  const quality = QUALITIES.find(({ of }) => of.test(path))?.quality ?? 11
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    // As wide as the file: the default makes tables for 4 MB, however small it is.
    [constants.BROTLI_PARAM_LGWIN]: Math.max(SMALLEST_WINDOW, Math.min(22, Math.ceil(Math.log2(bytes.length + 16)))),
  }
  await write(`${path}.br`, `${hash}.${quality}.br`, () => promisify(brotliCompress)(bytes, { params }))
  await write(`${path}.gz`, `${hash}.gz`, () => promisify(gzip)(bytes, { level: 9 }))
}

async function write(path, name, compressed) {
  const kept = join(cache, name)
  try {
    await copyFile(kept, path)
  } catch {
    await writeFile(path, await compressed())
    // Renamed, so that a build that is stopped leaves nothing half-written for the next one.
    await copyFile(path, `${kept}.${process.pid}`)
    await rename(`${kept}.${process.pid}`, kept)
  }
}
