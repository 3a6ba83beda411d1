import { showToast } from '#ui/feedback/toasts.tsx'
import { SaveFooter } from '#ui/form/SaveFooter.tsx'
import { UnsavedChangesGuard } from '#ui/form/UnsavedChangesGuard.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { SectionBody } from '#ui/layout/SectionCard.tsx'
import { saveUsualQuestions } from '../../listings.functions.ts'
import { type Question, UsualQuestions } from '../../questions/questions.schema.ts'
import { QuestionsEditor } from './QuestionsEditor.tsx'

interface UsualQuestionsFormProps {
  questions: Question[]
  onSaved: () => Promise<unknown>
}

/** What buyers are asked on every listing of the agent without its own questions. */
export const UsualQuestionsForm = (props: UsualQuestionsFormProps) => (
  <QuestionsForm {...props} save={saveUsualQuestions} />
)

interface QuestionsFormProps extends UsualQuestionsFormProps {
  save: (call: { data: UsualQuestions }) => Promise<unknown>
}

/** The same for an agency. */
export function QuestionsForm({ questions, save, onSaved }: QuestionsFormProps) {
  const form = useForm({
    initialValues: { questions },
    schema: UsualQuestions,
    submit: (values) => save({ data: values }),
    onSuccess: () => {
      showToast('Questions saved.')
      return onSaved()
    },
  })
  return (
    <form {...form.formProps}>
      <SectionBody>
        <QuestionsEditor
          questions={form.values.questions}
          onChange={(changed) => form.setValue('questions', changed)}
          error={form.valueField('questions').error}
        />
      </SectionBody>
      <SaveFooter label="Save questions" form={form} />
      <UnsavedChangesGuard dirty={form.isDirty} />
    </form>
  )
}
