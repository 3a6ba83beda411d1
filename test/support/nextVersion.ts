import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { projectRoot } from '../../src/platform/config/projectRoot.server.ts'
import { temporaryFolder } from './temporaryFolder.ts'

let versions = 0

/** The migrations of a version that does not exist yet: ours, and one more with these statements. */
export async function nextVersion(statements: string[]) {
  const folder = await temporaryFolder()
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await cp(join(projectRoot, 'drizzle'), folder, { recursive: true })
  const journalFile = join(folder, 'meta/_journal.json')
  const journal: { entries: { idx: number; when: number }[] } = JSON.parse(await readFile(journalFile, 'utf8'))
  const newest = journal.entries.at(-1)
  if (!newest) throw new Error('There is no migration yet.')
  const next = { ...newest, idx: newest.idx + 1, when: newest.when + ++versions, tag: `next_${versions}` }
  await writeFile(journalFile, JSON.stringify({ ...journal, entries: [...journal.entries, next] }))
  await writeFile(join(folder, `${next.tag}.sql`), statements.join(';--> statement-breakpoint\n'))
  return folder
}
