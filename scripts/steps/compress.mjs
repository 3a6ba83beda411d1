import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
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

/** At build time, so that requests need no compression. */
for (const name of readdirSync(client, { recursive: true })) {
  const path = join(client, name)
  if (!COMPRESSIBLE.has(extname(path))) continue
  const bytes = readFileSync(path)
  if (bytes.length < WORTHWHILE) continue
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }))
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
}
