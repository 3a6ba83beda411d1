import { ActionIcon, Button, Checkbox, Menu } from '@mantine/core'
import { IconPencil, IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { SortableItem, SortableList } from '#ui/sortable/SortableList.tsx'
import { icon } from '#ui/theme/theme.ts'
import { libraryKeys, newQuestionId, questionFromLibrary, questionLibrary } from '../../questions/questionLibrary.ts'
import { MAX_QUESTIONS, type Question } from '../../questions/questions.schema.ts'
import { QuestionForm } from './QuestionForm.tsx'
import classes from './QuestionsEditor.module.css'

interface QuestionsEditorProps {
  questions: Question[]
  onChange: (questions: Question[]) => void
  error?: string
}

const emptyQuestion = (): Question => ({
  id: newQuestionId(),
  text: '',
  type: 'yes_no',
  choices: [],
  isRequired: false,
  libraryKey: null,
})

/** Up to five questions: from the library or the agent's own, in any order. */
export function QuestionsEditor({ questions, onChange, error }: QuestionsEditorProps) {
  /** The question that is being written. */
  const [edited, setEdited] = useState<Question>()
  const isNew = edited && !questions.some(({ id }) => id === edited.id)
  const change = (changed: Question) => onChange(questions.map((one) => (one.id === changed.id ? changed : one)))
  function save(saved: Question) {
    if (isNew) onChange([...questions, saved])
    else change(saved)
    setEdited(undefined)
  }
  const editing = edited && (
    <QuestionForm
      key={edited.id}
      question={edited}
      others={questions.filter(({ id }) => id !== edited.id)}
      onSave={save}
      onCancel={() => setEdited(undefined)}
    />
  )
  return (
    <div className={classes.editor}>
      {questions.length > 0 && (
        <SortableList
          items={questions.map(({ id, text }) => ({ id, name: text }))}
          shape="rows"
          label="Questions"
          className={classes.list}
          onOrder={(ids) => onChange(ids.flatMap((id) => questions.find((one) => one.id === id) ?? []))}
        >
          {questions.map((question) => (
            <SortableItem key={question.id} item={{ id: question.id, name: question.text }} className={classes.item}>
              {({ handle }) =>
                edited?.id === question.id ? (
                  editing
                ) : (
                  <QuestionRow
                    handle={handle}
                    question={question}
                    onChange={change}
                    onEdit={() => setEdited(question)}
                    onRemove={() => onChange(questions.filter(({ id }) => id !== question.id))}
                  />
                )
              }
            </SortableItem>
          ))}
        </SortableList>
      )}
      {error && (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
      {isNew ? (
        editing
      ) : (
        <AddQuestion
          questions={questions}
          onAdd={(added) => onChange([...questions, added])}
          onWrite={() => setEdited(emptyQuestion())}
        />
      )}
    </div>
  )
}

interface QuestionRowProps {
  handle: React.ReactNode
  question: Question
  onChange: (question: Question) => void
  onEdit: () => void
  onRemove: () => void
}

const QuestionRow = ({ handle, question, onChange, onEdit, onRemove }: QuestionRowProps) => (
  <div className={classes.row}>
    {handle}
    <div className={classes.words}>
      <p className={classes.text} dir="auto">
        {question.text}
      </p>
      <p className={classes.kind}>{answerText(question)}</p>
    </div>
    <Checkbox
      className={classes.required}
      label="Required"
      checked={question.isRequired}
      onChange={({ currentTarget }) => onChange({ ...question, isRequired: currentTarget.checked })}
    />
    <ActionIcon
      variant="subtle"
      color="gray"
      c="gray.7"
      size={36}
      aria-label={`Edit “${question.text}”`}
      onClick={onEdit}
    >
      <IconPencil {...icon} />
    </ActionIcon>
    <ActionIcon
      variant="subtle"
      color="gray"
      c="gray.7"
      size={36}
      aria-label={`Remove “${question.text}”`}
      onClick={onRemove}
    >
      <IconX {...icon} />
    </ActionIcon>
  </div>
)

function answerText({ type, choices }: Question) {
  if (type === 'text') return 'Short text'
  return type === 'yes_no' ? 'Yes or no' : choices.join(' · ')
}

interface AddQuestionProps {
  questions: Question[]
  onAdd: (question: Question) => void
  onWrite: () => void
}

function AddQuestion({ questions, onAdd, onWrite }: AddQuestionProps) {
  if (questions.length >= MAX_QUESTIONS) return <p className={classes.kind}>You can ask up to five questions.</p>
  const unused = libraryKeys.filter((key) => !questions.some(({ libraryKey }) => libraryKey === key))
  return (
    <Menu position="bottom-start" portalProps={{ target: '#content' }} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button className={classes.add} variant="default" size="sm" leftSection={<IconPlus {...icon} />}>
          Add question
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {unused.map((key) => (
          <Menu.Item key={key} onClick={() => onAdd(questionFromLibrary(key))}>
            {questionLibrary[key].text}
          </Menu.Item>
        ))}
        {unused.length > 0 && <Menu.Divider />}
        <Menu.Item onClick={onWrite}>Write your own</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
