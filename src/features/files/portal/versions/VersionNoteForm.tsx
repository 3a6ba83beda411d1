import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { SubmitButton } from '#ui/form/SubmitButton.tsx'
import { useForm } from '#ui/form/useForm.ts'
import type { OwnFile } from '../../ownFile.ts'
import { changeVersionNote, type DocumentVersion, versionsQuery } from '../../versions.functions.ts'
import { MAX_VERSION_NOTE_LENGTH, VersionNote } from '../../versions.schema.ts'

const NoteValues = z.strictObject({ note: VersionNote })

interface VersionNoteFormProps {
  file: OwnFile
  version: DocumentVersion
  onDone: () => void
}

export function VersionNoteForm({ file, version: { version, note }, onDone }: VersionNoteFormProps) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { note },
    schema: NoteValues,
    submit: (values) => changeVersionNote({ data: { id: file.id, version, ...values } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries(versionsQuery(file.id))
      onDone()
    },
  })
  return (
    <form {...form.formProps}>
      <Stack gap="xs">
        <Textarea
          label={`What changed in version ${version}`}
          autosize
          autoFocus
          minRows={2}
          maxRows={6}
          maxLength={MAX_VERSION_NOTE_LENGTH}
          {...form.valueField('note')}
          onChange={(event) => form.setValue('note', event.currentTarget.value)}
        />
        <FailureAlert error={form.failure} />
        <Group gap="xs">
          <SubmitButton loading={form.isBusy} fullWidth={false} size="xs">
            Save note
          </SubmitButton>
          <Button variant="default" size="xs" onClick={onDone}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
