import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useState } from 'react'

/** Shows and hides what is typed, for the keyboard and for the ear too. */
export function PasswordField(props: PasswordInputProps) {
  const [visible, setVisible] = useState(false)
  return (
    <PasswordInput
      {...props}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': `Show: ${props.label}` }}
    />
  )
}
