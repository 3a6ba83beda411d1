import type { PasswordInputProps } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { PasswordField } from '#ui/PasswordField.tsx'
import { PasswordStrength } from './PasswordStrength.tsx'

/** For choosing a password: says how good it is while it is typed, and refuses none. */
export function NewPasswordField(props: PasswordInputProps) {
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLDivElement>(null)
  // Somebody may have typed before the page was awake.
  useEffect(() => setTyped(field.current?.querySelector('input')?.value ?? ''), [])
  return (
    <div ref={field} onInput={({ target }) => setTyped(inputValue(target))}>
      <PasswordField label="New password" autoComplete="new-password" {...props} />
      <PasswordStrength password={typeof props.value === 'string' ? props.value : typed} />
    </div>
  )
}

const inputValue = (target: EventTarget) => (target instanceof HTMLInputElement ? target.value : '')
