import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
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
const client = join(root, 'dist/client')

/** At build time, so that requests need no compression. All at once, because each is the work of one processor. */
await Promise.all(
  readdirSync(client, { recursive: true })
    .filter((name) => COMPRESSIBLE.has(extname(name)))
    .map((name) => compress(join(client, name))),
)

async function compress(path) {
  const bytes = await readFile(path)
  if (bytes.length < WORTHWHILE) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }))
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
}
