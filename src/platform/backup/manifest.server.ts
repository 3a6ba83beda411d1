import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { BackupError, BackupHeader, type BackupKey, openBackupKey } from './backupKey.server.ts'
import { isMissing, readPart, writePart } from './sealedParts.server.ts'

/** Without dots, so that no name leads out of the folder. */
const PartName = z.string().regex(/^[a-z][a-z0-9_-]*(?:\/[a-z][a-z0-9_]*)?$/)
const Part = z.strictObject({ name: PartName, size: z.number(), sha256: z.string() })
const Identifier = z
  .string()
  .regex(/^[a-zA-Z_][a-zA-Z0-9_]*$/)
  .max(63)

const Table = z.strictObject({
  name: Identifier,
  columns: z.array(Identifier),
  rows: z.number(),
  /** Of all rows, in whatever order they are read. */
  hash: z.string(),
  part: Part,
})
export type BackedUpTable = z.infer<typeof Table>

/** Everything about a backup. Encrypted, and written last. */
export const Manifest = z.strictObject({
  /** When the snapshot was taken, by the database's clock. */
  takenAt: z.iso.datetime(),
  version: z.string(),
  postgres: z.string(),
  /** Tells a wrong APP_SECRET, with which waiting emails and certificates couldn't be read. */
  secretId: z.string(),
  /** When each migration was made, which is what identifies it. */
  migrations: z.array(z.number()),
  partitions: z.array(
    z.strictObject({ name: Identifier, parent: Identifier, from: z.iso.datetime(), to: z.iso.datetime() }),
  ),
  tables: z.array(Table),
  sequences: z.array(z.strictObject({ name: Identifier, value: z.string(), isCalled: z.boolean() })),
  jobs: Table,
  /** Of the payment sandbox, where there is one. */
  sandbox: Part.optional(),
  files: z.strictObject({
    count: z.number(),
    bytes: z.number(),
    index: Part,
    /** Files that the database names and the storage had lost before. */
    lost: z.array(z.string()),
  }),
})
export type Manifest = z.infer<typeof Manifest>

export const HEADER_FILE = 'backup.json'
const MANIFEST_PART = 'manifest'

export const writeManifest = (folder: string, key: BackupKey, manifest: Manifest) =>
  writePart(folder, key, MANIFEST_PART, [Buffer.from(JSON.stringify(Manifest.parse(manifest)))])

export async function readHeader(folder: string) {
  try {
    return BackupHeader.parse(JSON.parse(await readFile(join(folder, HEADER_FILE), 'utf8')))
  } catch (error) {
    if (isMissing(error)) throw new BackupError(`There is no backup in ${folder}: it has no ${HEADER_FILE}.`)
    throw new BackupError(`${join(folder, HEADER_FILE)} can’t be read. It was changed, or is of a newer version.`)
  }
}

/** Opens a backup: its key and what it has. */
export async function openBackup(folder: string, secret: string) {
  const key = openBackupKey(secret, await readHeader(folder))
  const chunks: Buffer[] = []
  for await (const chunk of readPart(folder, key, MANIFEST_PART)) chunks.push(chunk)
  const parsed = Manifest.safeParse(JSON.parse(Buffer.concat(chunks).toString()))
  if (!parsed.success)
    throw new BackupError('This backup was made by a newer version. Install that version, then restore it.')
  return { folder, key, manifest: parsed.data }
}

export type OpenBackup = Awaited<ReturnType<typeof openBackup>>
