import { Button, Group, Skeleton, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconMail, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { IconRow } from '#ui/display/IconRow.tsx'
import { showToast } from '#ui/feedback/toasts.tsx'
import { DialogFooter } from '#ui/form/DialogFooter.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { SectionError } from '#ui/layout/SectionCard.tsx'
import { useOptimisticMutation } from '#ui/mutation/useOptimisticMutation.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { icon } from '#ui/theme/theme.ts'
import {
  deleteReplyTemplate,
  type ReplyTemplate,
  replyTemplatesQuery,
  saveReplyTemplate,
} from '../../followUp/followUp.functions.ts'
import { MAX_TEMPLATE_LENGTH, MAX_TEMPLATES, TemplateFields } from '../../followUp/followUp.schema.ts'
import { defaultTemplates, templatePlaces } from '../../followUp/replyTemplates.ts'
import classes from './ReplyTemplates.module.css'

/** In the form: a stored template, or a new one without an id. */
type EditedTemplate = TemplateFields & { id?: string; isShared: boolean }

const emptyTemplate: TemplateFields = { name: '', subject: 'Your enquiry about {listing}', body: '' }

interface ReplyTemplatesProps {
  /** The agency's, which everyone in it can use, instead of the agent's own. */
  isShared?: boolean
}

/** The agent's replies, in the settings, or the agency's. */
export function ReplyTemplates({ isShared = false }: ReplyTemplatesProps) {
  const { data: all, isError, isFetching, refetch } = useQuery(replyTemplatesQuery)
  const [edited, setEdited] = useState<EditedTemplate>()
  const remove = useDeleteTemplate()
  const templates = all?.filter((template) => template.isShared === isShared)
  const others = all?.filter((template) => template.isShared !== isShared) ?? []
  const edit = (template: TemplateFields) => setEdited({ ...template, isShared })
  if (!templates)
    return isError ? (
      <SectionError what={isShared ? 'the templates' : 'your templates'} busy={isFetching} onRetry={refetch} />
    ) : (
      <Skeleton h={64} m="md" />
    )
  return (
    <div className={classes.section}>
      {templates.length === 0 ? (
        <Suggestions isShared={isShared} hasOthers={others.length > 0} onChoose={edit} />
      ) : (
        <ul className={classes.list}>
          {templates.map((template) => (
            <IconRow
              key={template.id}
              icon={<IconMail {...icon} />}
              title={<bdi>{template.name}</bdi>}
              detail={<bdi>{template.subject}</bdi>}
              action={
                <Group gap={8} wrap="nowrap">
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={`Edit ${template.name}`}
                    onClick={() => setEdited(template)}
                  >
                    Edit
                  </Button>
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={`Delete ${template.name}`}
                    onClick={() => remove(template)}
                  >
                    Delete
                  </Button>
                </Group>
              }
            />
          ))}
        </ul>
      )}
      {templates.length < MAX_TEMPLATES && (
        <Button variant="default" leftSection={<IconPlus {...icon} size={16} />} onClick={() => edit(emptyTemplate)}>
          Add template
        </Button>
      )}
      {!isShared && others.length > 0 && (
        <Text size="sm" c="dimmed">
          Reply also offers your agency’s: {others.map(({ name }) => name).join(', ')}.
        </Text>
      )}
      <Dialog
        opened={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title={edited?.id ? 'Edit template' : 'New template'}
        size={560}
        fullScreen="on phones"
      >
        {edited && <TemplateForm template={edited} onDone={() => setEdited(undefined)} />}
      </Dialog>
    </div>
  )
}

interface SuggestionsProps {
  isShared: boolean
  hasOthers: boolean
  onChoose: (template: TemplateFields) => void
}

const Suggestions = ({ isShared, hasOthers, onChoose }: SuggestionsProps) => (
  <>
    <Text size="sm">
      {isShared || hasOthers
        ? 'Choose one of these to edit it, or start with an empty one.'
        : 'Until you write your own, Reply offers these two. Choose one to edit it.'}
    </Text>
    <Group gap={8}>
      {defaultTemplates.map((template) => (
        <Button key={template.name} variant="default" size="xs" onClick={() => onChoose(template)}>
          {template.name}
        </Button>
      ))}
    </Group>
  </>
)

function TemplateForm({ template, onDone }: { template: EditedTemplate; onDone: () => void }) {
  const queryClient = useQueryClient()
  const { id, isShared, name, subject, body } = template
  const form = useForm({
    initialValues: { name, subject, body },
    schema: TemplateFields,
    submit: (values) => saveReplyTemplate({ data: { id, isShared, ...values } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.replyTemplates })
      showToast('Template saved.')
      onDone()
    },
  })
  return (
    <form {...form.formProps}>
      <Stack gap="sm">
        <TextInput
          label="Name"
          description={isShared ? 'Only people in your agency see it.' : 'Only you see it.'}
          maxLength={60}
          {...form.textField('name')}
        />
        <TextInput label="Subject" maxLength={200} {...form.textField('subject')} />
        <Textarea
          label="Text"
          autosize
          minRows={6}
          maxRows={14}
          dir="auto"
          maxLength={MAX_TEMPLATE_LENGTH}
          {...form.valueField('body')}
          onChange={(event) => form.setValue('body', event.currentTarget.value)}
        />
        <Text size="xs" c="dimmed">
          We fill in {templatePlaces.map((place) => `{${place}}`).join(', ')}.
        </Text>
        <DialogFooter label="Save template" form={form} onCancel={onDone} />
      </Stack>
    </form>
  )
}

/** Deleted at once; undo saves it again. */
function useDeleteTemplate() {
  const invalidates = [{ queryKey: queryKeys.replyTemplates }]
  const { mutate: restore } = useOptimisticMutation<ReplyTemplate, unknown>({
    mutationFn: ({ id: _, ...fields }) => saveReplyTemplate({ data: fields }),
    queryKey: queryKeys.replyTemplates,
    successMessage: ({ name }) => `${name} restored.`,
    invalidates,
  })
  return useOptimisticMutation<ReplyTemplate, unknown>({
    mutationFn: ({ id }) => deleteReplyTemplate({ data: { id } }),
    queryKey: queryKeys.replyTemplates,
    updateCache: (queryClient, { id }) =>
      queryClient.setQueryData<ReplyTemplate[]>(queryKeys.replyTemplates, (all) => all?.filter((one) => one.id !== id)),
    successMessage: ({ name }) => `${name} deleted.`,
    undo: (template) => () => restore(template),
    invalidates,
  }).mutate
}
