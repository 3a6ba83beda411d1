import { Button, Checkbox, Group, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { questionTypes } from '#values/questionValues.ts'
import { questionLibrary } from '../../questions/questionLibrary.ts'
import { MAX_CHOICES, MAX_QUESTION_LENGTH, Question } from '../../questions/questions.schema.ts'
import classes from './QuestionsEditor.module.css'

interface QuestionFormProps {
  question: Question
  /** The listing's other questions. */
  others: Question[]
  onSave: (question: Question) => void
  onCancel: () => void
}

const typeNames = { yes_no: 'Yes or no', choice: 'One of several', text: 'Short text' } as const
const typeOptions = questionTypes.map((type) => ({ value: type, label: typeNames[type] }))

/** One question while it is written. It is part of a larger form, so Enter must not submit that one. */
export function QuestionForm({ question, others, onSave, onCancel }: QuestionFormProps) {
  const [text, setText] = useState(question.text)
  const [type, setType] = useState(question.type)
  const [choices, setChoices] = useState(question.choices.join('\n'))
  const [isRequired, setRequired] = useState(question.isRequired)
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({})
  function save() {
    const written = writtenQuestion(question, { text, type, choices, isRequired })
    const { data, error } = Question.safeParse(written)
    const isAsked = others.some((one) => one.text.toLowerCase() === written.text.toLowerCase())
    if (data && !isAsked) return onSave(data)
    const found = Object.fromEntries(error?.issues.map(({ path, message }) => [String(path[0]), message]) ?? [])
    setErrors(isAsked ? { text: 'You already ask this question', ...found } : found)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') onCancel()
    if (event.key !== 'Enter' || event.target instanceof HTMLTextAreaElement) return
    event.preventDefault()
    save()
  }
  return (
    <div className={classes.form}>
      <TextInput
        label="Question"
        placeholder="Are you buying with someone?"
        maxLength={MAX_QUESTION_LENGTH}
        autoComplete="off"
        autoFocus
        value={text}
        error={errors.text}
        onKeyDown={onKeyDown}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <NativeSelect
        label="Answer"
        data={typeOptions}
        value={type}
        onKeyDown={onKeyDown}
        onChange={({ currentTarget }) => setType(questionTypes[currentTarget.selectedIndex] ?? type)}
      />
      {type === 'choice' && (
        <Textarea
          label="Answers to choose from"
          description={`One on each line, up to ${MAX_CHOICES}.`}
          autosize
          minRows={3}
          value={choices}
          error={errors.choices}
          onKeyDown={onKeyDown}
          onChange={({ currentTarget }) => setChoices(currentTarget.value)}
        />
      )}
      <Checkbox
        label="Required"
        description="The documents open once this is answered."
        checked={isRequired}
        onKeyDown={onKeyDown}
        onChange={({ currentTarget }) => setRequired(currentTarget.checked)}
      />
      <Group gap="xs">
        <Button size="sm" variant="default" onClick={save}>
          {question.text ? 'Save question' : 'Add question'}
        </Button>
        <Button size="sm" variant="subtle" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </div>
  )
}

interface WrittenFields extends Pick<Question, 'text' | 'type' | 'isRequired'> {
  /** One on each line. */
  choices: string
}

/**
 * A question of the library keeps its meaning with other words or with other answers, which the heat reads by what they say. With both, or
 * with another type of answer, it is the agent's own question.
 */
export function writtenQuestion(before: Question, { text, type, choices, isRequired }: WrittenFields): Question {
  const lines = choices.split('\n').map((line) => line.trim())
  const written = type === 'choice' ? lines.filter(Boolean) : []
  const origin = before.libraryKey && questionLibrary[before.libraryKey]
  const isReworded = origin && origin.text !== text.trim()
  const hasOtherAnswers = origin && origin.choices.join('\n') !== written.join('\n')
  const keepsMeaning = origin && origin.type === type && !(isReworded && hasOtherAnswers)
  return {
    id: before.id,
    text: text.trim(),
    type,
    choices: written,
    isRequired,
    libraryKey: keepsMeaning ? before.libraryKey : null,
  }
}
