import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Open to other accounts, so that a PostgreSQL started by root keeps its data inside and leaves nothing elsewhere. */
export async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'property-files-test-'))
  await chmod(folder, 0o755)
  return folder
}
