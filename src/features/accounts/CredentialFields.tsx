import { PasswordInput, type PasswordInputProps, Text, TextInput, type TextInputProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useFocusFirstField } from '#ui/form/useForm.ts'
import classes from './CredentialFields.module.css'
import { ratePassword, strengthLabels } from './passwordStrength.ts'

/** The address that an agent signs in with: the first field of its page. */
export const EmailField = (props: TextInputProps) => (
  <TextInput
    ref={useFocusFirstField()}
    label="Email"
    type="email"
    autoComplete="username"
    inputMode="email"
    spellCheck={false}
    size="md"
    {...props}
  />
)

/** For a new password: shows its strength while it is typed, and accepts any. */
export function NewPasswordField(props: PasswordInputProps) {
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLDivElement>(null)
  // Something may have been typed before hydration.
  useEffect(() => setTyped(field.current?.querySelector('input')?.value ?? ''), [])
  return (
    <div ref={field} onInput={({ target }) => setTyped(inputValue(target))}>
      <PasswordField label="New password" autoComplete="new-password" {...props} />
      <PasswordStrength password={typeof props.value === 'string' ? props.value : typed} />
    </div>
  )
}

const inputValue = (target: EventTarget) => (target instanceof HTMLInputElement ? target.value : '')

/** Mantine's visibility toggle is not focusable by default; here it is a button for keyboards too. */
export function PasswordField(props: PasswordInputProps) {
  const [visible, { toggle }] = useDisclosure()
  return (
    <PasswordInput
      {...props}
      visible={visible}
      onVisibilityChange={toggle}
      visibilityToggleButtonProps={{ 'aria-label': visible ? 'Hide password' : 'Show password', tabIndex: 0 }}
    />
  )
}

/** Four coloured steps, and the same as text. */
function PasswordStrength({ password }: { password: string }) {
  const { score, word, advice } = ratePassword(password)
  // The first step is filled as soon as anything is typed: an empty bar would look inactive.
  const lit = Math.max(score, 1)
  return (
    <div className={classes.strength} data-score={password ? score : undefined}>
      <div className={classes.bar} aria-hidden="true">
        {strengthLabels.slice(1).map((name, step) => (
          <span key={name} data-lit={(password && step < lit) || undefined} />
        ))}
      </div>
      <Text role="status" size="sm" c="dimmed" className={classes.text}>
        {password ? (
          <>
            <Text span inherit fw={600} c="black">
              {word}
            </Text>
            {`: ${advice}`}
          </>
        ) : (
          'At least 2 characters. Longer is safer.'
        )}
      </Text>
    </div>
  )
}
