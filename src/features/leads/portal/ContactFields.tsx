import { Group, TextInput } from '@mantine/core'
import type { ChangeEvent } from 'react'

interface ContactFieldsProps {
  /** As `useForm` returns it, of any form that asks how to reach somebody. */
  form: { textField: (name: 'firstName' | 'lastName' | 'phone' | 'email') => TextFieldProps }
  emailHint: string
}

interface TextFieldProps {
  value: string
  error?: string
  readOnly: boolean
  'data-field': string
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

/** Who a buyer is and how to reach them, as an agent types it. */
export const ContactFields = ({ form, emailHint }: ContactFieldsProps) => (
  <>
    <Group grow gap="sm" align="start">
      <TextInput label="First name" maxLength={60} {...form.textField('firstName')} />
      <TextInput label="Last name" maxLength={60} {...form.textField('lastName')} />
    </Group>
    <TextInput label="Phone" type="tel" maxLength={40} {...form.textField('phone')} />
    <TextInput
      label="Email"
      description={emailHint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      type="email"
      maxLength={254}
      {...form.textField('email')}
    />
  </>
)

export const EITHER_IS_ENOUGH = 'A phone number or an email address is enough.'
