import * as z from 'zod/mini'
import { type DocumentType, documentTypes } from '#features/listings/documentTypes.ts'
import { FileId, trimmedText } from '#platform/input/fieldSchemas.ts'

export const MAX_VERSION_NOTE_LENGTH = 500
/** "What changed", in the agent's words. */
export const VersionNote = trimmedText(MAX_VERSION_NOTE_LENGTH)

export const VersionNumber = z.int().check(z.gte(1), z.lte(1_000_000))
export const VersionInput = z.strictObject({ id: FileId, version: VersionNumber })
export type VersionInput = z.infer<typeof VersionInput>
export const VersionNoteInput = z.strictObject({ ...VersionInput.shape, note: VersionNote })
export type VersionNoteInput = z.infer<typeof VersionNoteInput>

/** How many months the content of an earlier version that a buyer has opened may be kept. */
export const versionRetentions = [12, 24, 36, 60, 84, 120] as const
export const VersionRetention = z.strictObject({ months: z.literal(versionRetentions) })
export type VersionRetention = z.infer<typeof VersionRetention>

/** After how many days a type of document may be called old. 0 means never. */
export const validityChoices = [0, 14, 30, 60, 90, 180, 365] as const
export const DocumentValidity = z.strictObject({
  kind: z.enum(Object.keys(documentTypes) as [DocumentType]),
  days: z.literal(validityChoices),
})
export type DocumentValidity = z.infer<typeof DocumentValidity>
