import { Button, Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { UnsavedChangesGuard } from '#ui/form/UnsavedChangesGuard.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { saveVendorWords } from '../vendorSettings.functions.ts'
import { MAX_WORDS_LENGTH, SaveWordsInput, type VendorSettings } from '../vendorSettings.schema.ts'
import classes from './VendorCard.module.css'

/** What the agent writes on top of the report. Nobody has to: without it everything else is there. */
export function WeeklyWords({ listingId, words }: { listingId: string; words: string }) {
  const queryClient = useQueryClient()
  const queryKey = queryKeys.vendors.settings(listingId)
  const form = useForm({
    initialValues: { listingId, words },
    schema: SaveWordsInput,
    submit: (data) => saveVendorWords({ data }),
    onSuccess: (_, sent) => {
      queryClient.setQueryData<VendorSettings>(queryKey, (settings) => settings && { ...settings, words: sent.words })
      return queryClient.invalidateQueries({ queryKey })
    },
  })
  const save = async () => {
    await form.save()
    return !form.hasUnsavedChanges()
  }
  const { value, error, readOnly, onChange, ...field } = form.valueField('words')
  return (
    <form {...form.formProps} className={classes.part} aria-label="Your comments for the vendor">
      <Textarea
        label="Your comments"
        description="Optional. They appear at the top of the vendor’s page straight away, and in the next weekly email."
        placeholder="Three groups came back for a second look on Sunday. Two have asked for the builder’s report."
        autosize
        minRows={3}
        maxRows={10}
        maxLength={MAX_WORDS_LENGTH}
        value={value}
        error={error}
        readOnly={readOnly}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        {...field}
      />
      <FailureAlert error={form.failure} />
      <div className={classes.wordsFoot}>
        <Text size="sm" c="dimmed" aria-live="polite">
          {form.isDirty ? 'Unsaved changes' : form.isDone ? 'Saved' : ''}
        </Text>
        <Button type="submit" variant="default" disabled={!form.isDirty} loading={form.isBusy}>
          Save comments
        </Button>
      </div>
      <UnsavedChangesGuard dirty={form.isDirty} flush={save} onDiscard={form.reset} />
    </form>
  )
}
