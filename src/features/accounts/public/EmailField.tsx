import { TextInput, type TextInputProps } from '@mantine/core'
import { useFocusFirstField } from '#ui/form/useForm.ts'

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
