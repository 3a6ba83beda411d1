import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type DocumentType, documentTypes } from '#platform/media/documentKinds.ts'
import { projectRoot } from '#platform/paths.server.ts'

/** Photos and documents of the demo, with all that preparing them found out, so that a first start need not do it again. */
export const DEMO_FOLDER = join(projectRoot, 'demo')
export const MANIFEST = 'derived/manifest.json'

const DemoFile = z.strictObject({
  type: z.enum(['image', 'file']),
  /** Where it lies in the folder. */
  source: z.string(),
  sha256: z.string(),
  name: z.string(),
  originalName: z.string(),
  contentType: z.string(),
  kind: z.enum(Object.keys(documentTypes) as [DocumentType]).nullable(),
  size: z.int(),
  pageCount: z.int().nullable(),
  width: z.int(),
  height: z.int(),
  placeholder: z.string().nullable(),
  /** What was made from it, by the ending of its key. */
  variants: z.record(z.string(), z.string()),
})
export type DemoFile = z.infer<typeof DemoFile>

/** The files of each listing by its slug, photos and documents each in their order. */
const Manifest = z.record(z.string(), z.array(DemoFile))
export type Manifest = z.infer<typeof Manifest>

/** An installation may leave the folder out. Then there are no files. */
export async function readManifest(folder: string): Promise<Manifest> {
  try {
    return Manifest.parse(JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw error
  }
}
