import { Stack, Text, Textarea } from '@mantine/core'
import * as z from 'zod/mini'
import { DialogFooter } from '#ui/form/DialogFooter.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { formatBytes } from '#ui/format/format.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import type { OwnFile } from '../../ownFile.ts'
import { MAX_VERSION_NOTE_LENGTH, VersionNote } from '../../versions.schema.ts'
import { uploadReplacement } from '../uploads/replaceFile.ts'

const ReplacementValues = z.strictObject({ note: VersionNote })

interface ReplaceDialogProps {
  file: OwnFile
  /** What the agent has chosen. */
  contents: File
  onClose: () => void
}

/** Asks what changed before a document is replaced. The earlier version is kept. */
export const ReplaceDialog = (props: ReplaceDialogProps) => (
  <Dialog opened onClose={props.onClose} title={`Replace ${props.file.name}`}>
    <ReplaceForm {...props} />
  </Dialog>
)

function ReplaceForm({ file, contents, onClose }: ReplaceDialogProps) {
  const form = useForm({
    initialValues: { note: '' },
    schema: ReplacementValues,
    submit: async ({ note }) => uploadReplacement(file, contents, note.trim()),
    onSuccess: onClose,
  })
  return (
    <form {...form.formProps}>
      <Stack gap="sm">
        <Text size="sm">
          Buyers get <bdi>{contents.name}</bdi> ({formatBytes(contents.size)}) under the same link. You keep the earlier
          version.
        </Text>
        <Textarea
          label="What changed? (optional)"
          description="Kept in the document’s history. You can change it later."
          autosize
          minRows={2}
          maxRows={6}
          maxLength={MAX_VERSION_NOTE_LENGTH}
          {...form.valueField('note')}
          onChange={(event) => form.setValue('note', event.currentTarget.value)}
        />
        <DialogFooter label="Replace document" form={form} onCancel={onClose} />
      </Stack>
    </form>
  )
}
