import { SegmentedControl, Switch, Title } from '@mantine/core'
import { TextLink } from '#ui/links.tsx'
import { newQuestionId } from '../../questions/questionLibrary.ts'
import type { Question } from '../../questions/questions.schema.ts'
import editor from '../editor/ListingEditor.module.css'
import type { ListingForm } from '../editor/useListingForm.ts'
import classes from './QuestionsEditor.module.css'
import { QuestionsEditor } from './QuestionsEditor.tsx'

interface QuestionsCardProps {
  form: ListingForm['form']
  /** The agent's, which this listing asks unless it has its own. */
  usualQuestions: Question[]
}

const sources = [
  { value: 'usual', label: 'Your usual ones' },
  { value: 'own', label: 'This listing’s own' },
]

/** What buyers answer and confirm before the documents open. */
export function QuestionsCard({ form, usualQuestions }: QuestionsCardProps) {
  const { questions, requiresVerification, allowsInvitees } = form.values
  const copyUsual = () => usualQuestions.map((one) => ({ ...one, id: newQuestionId() }))
  return (
    <section className={editor.card} aria-labelledby="questions-for-buyers">
      <Title order={2} id="questions-for-buyers" className={editor.heading}>
        Questions for buyers
      </Title>
      <SegmentedControl
        aria-label="Which questions"
        data={sources}
        value={questions ? 'own' : 'usual'}
        onChange={(source) => form.setValue('questions', source === 'own' ? copyUsual() : null)}
      />
      {questions ? (
        <QuestionsEditor
          questions={questions}
          onChange={(changed) => form.setValue('questions', changed)}
          error={form.valueField('questions').error}
        />
      ) : (
        <UsualQuestionsList questions={usualQuestions} />
      )}
      <Switch
        label="Ask buyers to confirm their email first"
        description="We email them a six-digit code, and the documents open once they enter it. You get the lead either way."
        checked={requiresVerification}
        onChange={({ currentTarget }) => form.setValue('requiresVerification', currentTarget.checked)}
      />
      <Switch
        label="Let buyers share with a partner, lawyer or bank"
        description="Each gets their own link under the buyer’s enquiry. You see who they are and what they read. If you switch this off, those links stop working."
        checked={allowsInvitees}
        onChange={({ currentTarget }) => form.setValue('allowsInvitees', currentTarget.checked)}
      />
    </section>
  )
}

const UsualQuestionsList = ({ questions }: { questions: Question[] }) => (
  <>
    {questions.length > 0 ? (
      <ul className={classes.usual}>
        {questions.map(({ id, text, isRequired }) => (
          <li key={id}>
            <bdi>{text}</bdi>
            {isRequired && ' (required)'}
          </li>
        ))}
      </ul>
    ) : (
      <p className={classes.kind}>You have none yet, so buyers only leave their details.</p>
    )}
    <p className={classes.kind}>
      <TextLink to="/portal/settings" hash="questions" inherit underline="always">
        Change your usual questions
      </TextLink>{' '}
      for all listings that ask them.
    </p>
  </>
)
