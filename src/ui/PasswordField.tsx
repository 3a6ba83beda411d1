import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'

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
