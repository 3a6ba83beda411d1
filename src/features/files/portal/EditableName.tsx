import { TextInput, UnstyledButton } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import { MAX_FILE_NAME_LENGTH } from '../files.schema.ts'
import classes from './EditableName.module.css'

interface EditableNameProps {
  name: string
  onRename: (name: string) => void
  editing: boolean
  onEditing: (editing: boolean) => void
}

/** A name that becomes a field on a click or F2. Enter and leaving the field save, Escape cancels. */
export function EditableName({ name, onRename, editing, onEditing }: EditableNameProps) {
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    onEditing(false)
    // The button is rendered after this event.
    requestAnimationFrame(() => button.current?.focus())
  }
  if (editing) return <NameField name={name} onRename={onRename} onClose={close} onLeave={() => onEditing(false)} />
  return (
    <UnstyledButton
      ref={button}
      className={classes.name}
      title={name}
      aria-label={`Rename ${name}`}
      onClick={() => onEditing(true)}
      onKeyDown={(event) => event.key === 'F2' && onEditing(true)}
    >
      <bdi>{name}</bdi>
    </UnstyledButton>
  )
}

interface NameFieldProps extends Pick<EditableNameProps, 'name' | 'onRename'> {
  onClose: () => void
  onLeave: () => void
}

function NameField({ name, onRename, onClose, onLeave }: NameFieldProps) {
  const [typed, setTyped] = useState(name)
  const settled = useRef(false)
  const save = (then: () => void) => {
    // Closing also blurs the field, which would save again.
    if (settled.current) return
    settled.current = true
    const clean = typed.trim()
    if (clean && clean !== name) onRename(clean)
    then()
  }
  const press = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Enter') save(onClose)
    if (event.key !== 'Escape') return
    settled.current = true
    onClose()
  }
  return (
    <TextInput
      size="xs"
      className={classes.field}
      aria-label={`New name of ${name}`}
      maxLength={MAX_FILE_NAME_LENGTH}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={press}
      onBlur={() => save(onLeave)}
      onFocus={(event) => event.currentTarget.select()}
      // Focused at once, so that the agent can type.
      ref={(field) => field?.focus()}
    />
  )
}
