import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** APP_SECRET for starts that set none: made once, kept in DATA_DIR. */
export function readOrCreateSecret(dataDir: string) {
  const path = join(dataDir, 'secret')
  const draft = `${path}.${process.pid}`
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  writeFileSync(draft, randomBytes(32).toString('hex'), { mode: 0o600 })
  try {
    // A link fails if the name is taken, so two first starts agree on one secret.
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(path, 'utf8')
}
