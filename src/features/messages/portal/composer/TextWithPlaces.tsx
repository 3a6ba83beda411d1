import { Button, Textarea, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { icon } from '#ui/theme/theme.ts'
import classes from './Composer.module.css'

interface PlacedField {
  value: string
  error?: string
  readOnly: boolean
  onChange: (value: string) => void
  'data-field': string
}

interface TextWithPlacesProps {
  subject: PlacedField
  body: PlacedField
  maxSubjectLength: number
  maxBodyLength: number
  /** What is filled in for each buyer: "first name". */
  places: readonly string[]
}

/** Subject and text of a message, with buttons that insert what is filled in for each buyer. */
export function TextWithPlaces({ subject, body, maxSubjectLength, maxBodyLength, places }: TextWithPlacesProps) {
  const subjectField = useRef<HTMLInputElement>(null)
  const bodyField = useRef<HTMLTextAreaElement>(null)
  /** The buttons insert where the agent was typing last. */
  const isInSubject = useRef(false)

  function insert(place: string) {
    const element = isInSubject.current ? subjectField.current : bodyField.current
    const field = isInSubject.current ? subject : body
    if (!element) return
    const start = element.selectionStart ?? field.value.length
    const end = element.selectionEnd ?? start
    const text = `{${place}}`
    // The cursor can only be put behind the text once it is there.
    flushSync(() => field.onChange(field.value.slice(0, start) + text + field.value.slice(end)))
    element.focus()
    element.setSelectionRange(start + text.length, start + text.length)
  }

  return (
    <>
      <TextInput
        ref={subjectField}
        label="Subject"
        maxLength={maxSubjectLength}
        autoComplete="off"
        dir="auto"
        {...subject}
        onChange={({ currentTarget }) => subject.onChange(currentTarget.value)}
        onFocus={() => {
          isInSubject.current = true
        }}
      />
      <Textarea
        ref={bodyField}
        label="Text"
        autosize
        minRows={8}
        maxRows={20}
        maxLength={maxBodyLength}
        dir="auto"
        {...body}
        onChange={({ currentTarget }) => body.onChange(currentTarget.value)}
        onFocus={() => {
          isInSubject.current = false
        }}
      />
      <fieldset className={classes.places}>
        <legend>Insert a detail that we fill in for each buyer</legend>
        {places.map((place) => (
          <Button
            key={place}
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus {...icon} size={14} />}
            disabled={body.readOnly}
            onClick={() => insert(place)}
          >
            {place[0]?.toUpperCase()}
            {place.slice(1)}
          </Button>
        ))}
      </fieldset>
    </>
  )
}
