import { useEffect, useId, useRef } from 'react'
import type { Question } from '#values/questionValues.ts'
import classes from './QuestionFields.module.css'
import { TextField } from './TextField.tsx'
import type { TypedAnswers } from './useLeadForm.ts'

interface QuestionFieldsProps {
  questions: readonly Question[]
  answers: TypedAnswers
  /** Required questions that were not answered when the form was sent. */
  missing: readonly string[]
  readOnly: boolean
  onAnswer: (questionId: string, answer: string) => void
}

/** The agent's questions: buttons for a few answers, a list for more, a line for text. */
export default function QuestionFields({ questions, answers, missing, readOnly, onAnswer }: QuestionFieldsProps) {
  const group = useRef<HTMLDivElement>(null)
  const [first] = missing
  useEffect(() => {
    if (first) group.current?.querySelector<HTMLElement>(`[data-question="${first}"] :is(input, select)`)?.focus()
  }, [first])
  return (
    <div ref={group} className={classes.questions}>
      {questions.map((question) => (
        <div key={question.id} data-question={question.id}>
          <QuestionField
            question={question}
            answer={answers[question.id] ?? ''}
            error={missing.includes(question.id) ? 'Please answer this question' : undefined}
            readOnly={readOnly}
            onAnswer={(answer) => onAnswer(question.id, answer)}
          />
        </div>
      ))}
    </div>
  )
}

interface QuestionFieldProps {
  question: Question
  answer: string
  error: string | undefined
  readOnly: boolean
  onAnswer: (answer: string) => void
}

/** More than these are a list. */
const MAX_BUTTONS = 4
const MAX_ANSWER_LENGTH = 300

function QuestionField({ question, answer, error, readOnly, onAnswer }: QuestionFieldProps) {
  const { id, text, type, isRequired } = question
  const label = isRequired ? text : `${text} (optional)`
  if (type === 'text')
    return (
      <TextField
        name={`question-${id}`}
        label={label}
        error={error}
        readOnly={readOnly}
        value={answer}
        maxLength={MAX_ANSWER_LENGTH}
        autoComplete="off"
        data-optional
        onChange={({ currentTarget }) => onAnswer(currentTarget.value)}
      />
    )
  const choices = type === 'yes_no' ? ['Yes', 'No'] : question.choices
  const shared = { id, label, choices, answer, error, readOnly, onAnswer }
  return choices.length > MAX_BUTTONS ? <ChoiceList {...shared} /> : <ChoiceButtons {...shared} />
}

interface ChoiceProps extends Omit<QuestionFieldProps, 'question'> {
  id: string
  label: string
  choices: readonly string[]
}

/** Real radio buttons, for arrow keys and screen readers. A second tap takes the answer back. */
function ChoiceButtons({ id, label, choices, answer, error, readOnly, onAnswer }: ChoiceProps) {
  const errorId = useId()
  return (
    <fieldset className={classes.choice} aria-describedby={error && errorId} disabled={readOnly}>
      <legend>{label}</legend>
      <div className={classes.buttons}>
        {choices.map((choice) => (
          <label key={choice} className={classes.button}>
            <input
              type="radio"
              name={`question-${id}`}
              value={choice}
              checked={choice === answer}
              data-optional
              onChange={() => onAnswer(choice)}
              onClick={() => choice === answer && onAnswer('')}
            />
            <span>{choice}</span>
          </label>
        ))}
      </div>
      <FieldError id={errorId} error={error} />
    </fieldset>
  )
}

function ChoiceList({ id, label, choices, answer, error, readOnly, onAnswer }: ChoiceProps) {
  const fieldId = useId()
  return (
    <div>
      <label className={classes.label} htmlFor={fieldId}>
        {label}
      </label>
      <select
        id={fieldId}
        name={`question-${id}`}
        className={classes.list}
        value={answer}
        disabled={readOnly}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${fieldId}-error`}
        onChange={({ currentTarget }) => onAnswer(currentTarget.value)}
      >
        <option value="">Please choose</option>
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
      <FieldError id={`${fieldId}-error`} error={error} />
    </div>
  )
}

const FieldError = ({ id, error }: { id: string; error: string | undefined }) =>
  error ? (
    <p id={id} className={classes.error}>
      {error}
    </p>
  ) : null
