import { PasswordInput, type PasswordInputProps, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import classes from './PasswordFields.module.css'
import { ratePassword, strengthLabels } from './passwordStrength.ts'

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

/** Mantine leaves the eye to the mouse; here it is a button for everybody. */
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

/** Four steps of colour for the eye, and the same in words. */
function PasswordStrength({ password }: { password: string }) {
  const { score, word, advice } = ratePassword(password)
  // The first step is lit as soon as anything is typed: an empty bar looks like no answer.
  const lit = Math.max(score, 1)
  return (
    <div className={classes.strength} data-score={password ? score : undefined}>
      <div className={classes.bar} aria-hidden="true">
        {strengthLabels.slice(1).map((name, step) => (
          <span key={name} data-lit={(password && step < lit) || undefined} />
        ))}
      </div>
      <Text role="status" size="sm" c="dimmed" className={classes.words}>
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
