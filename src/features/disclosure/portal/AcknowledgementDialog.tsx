import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { showToast } from '#ui/feedback/toasts.tsx'
import { SwitchRow } from '#ui/form/SwitchRow.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { useOptimisticMutation } from '#ui/mutation/useOptimisticMutation.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { askAcknowledgement } from '../disclosure.functions.ts'
import { AskAcknowledgementInput, DEFAULT_STATEMENT, MAX_STATEMENT_LENGTH } from '../disclosure.schema.ts'

interface AskedDocument {
  id: string
  name: string
  acknowledgement: string | null
  isAcknowledgementRequired: boolean
}

interface AcknowledgementDialogProps {
  document: AskedDocument
  opened: boolean
  onClose: () => void
}

/** The agent asks buyers to confirm a document, in a sentence of the agent's choice. */
export function AcknowledgementDialog({ document, opened, onClose }: AcknowledgementDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={`Ask buyers to confirm ${document.name}`}>
      <AcknowledgementForm document={document} onClose={onClose} />
    </Dialog>
  )
}

function AcknowledgementForm({ document, onClose }: Omit<AcknowledgementDialogProps, 'opened'>) {
  const queryClient = useQueryClient()
  const save = async (input: AskAcknowledgementInput) => {
    await askAcknowledgement({ data: input })
    await Promise.all(
      [queryKeys.files.all, queryKeys.record.all].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    )
  }
  const form = useForm({
    initialValues: {
      fileId: document.id,
      statement: document.acknowledgement ?? DEFAULT_STATEMENT,
      isRequired: document.isAcknowledgementRequired,
    },
    schema: AskAcknowledgementInput,
    submit: save,
    onSuccess: () => {
      showToast(`Buyers are asked to confirm ${document.name}.`)
      onClose()
    },
  })
  const stop = useOptimisticMutation({
    mutationFn: (fileId: string) => save({ fileId, statement: null, isRequired: false }),
    queryKey: queryKeys.record.all,
    successMessage: () => `Buyers are no longer asked to confirm ${document.name}.`,
    onSuccess: onClose,
  })
  return (
    <form {...form.formProps}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          Buyers see the sentence below the document and confirm it once for each version. Who has confirmed, and when,
          is in the listing’s record.
        </Text>
        <Textarea
          label="Sentence"
          autosize
          minRows={2}
          maxLength={MAX_STATEMENT_LENGTH}
          {...form.valueField('statement')}
          onChange={(event) => form.setValue('statement', event.currentTarget.value)}
        />
        <SwitchRow
          label="Open only once confirmed"
          description="Buyers can’t read or download it until they confirm. If this is off, they can."
          checked={form.values.isRequired}
          onChange={(event) => form.setValue('isRequired', event.currentTarget.checked)}
        />
        <FailureAlert error={form.failure} />
        <Group justify="flex-end" gap="sm">
          {document.acknowledgement && (
            <Button variant="default" loading={stop.isPending} onClick={() => stop.mutate(document.id)}>
              Stop asking
            </Button>
          )}
          <Button type="submit" loading={form.isBusy}>
            {document.acknowledgement ? 'Save' : 'Ask buyers to confirm'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
