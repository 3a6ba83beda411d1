import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** For starts without APP_SECRET: generated once and kept in DATA_DIR. */
export function readOrCreateSecret(dataDir: string) {
  const path = join(dataDir, 'secret')
  const draft = `${path}.${process.pid}`
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  writeFileSync(draft, randomBytes(32).toString('hex'), { mode: 0o600 })
  try {
    // Linking fails if the file exists, so two simultaneous first starts agree on one secret.
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return readFileSync(path, 'utf8')
}
