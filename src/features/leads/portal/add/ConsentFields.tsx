import { NativeSelect, TextInput } from '@mantine/core'
import type { ChangeEvent } from 'react'
import { consentChoices } from '../../intake/addLead.schema.ts'

interface Field {
  value: string
  error?: string
}

interface ConsentFieldsProps {
  label: string
  choice: Field & { onChange: (value: string) => void }
  text: Field & { onChange: (event: ChangeEvent<HTMLInputElement>) => void }
}

/** How buyers agreed to being stored. */
export const ConsentFields = ({ label, choice, text }: ConsentFieldsProps) => (
  <>
    <NativeSelect
      label={label}
      data={[{ value: '', label: 'Choose…' }, ...consentChoices, 'Other']}
      {...choice}
      onChange={(event) => choice.onChange(event.currentTarget.value)}
    />
    {choice.value && (
      <TextInput label="When and where (optional)" placeholder="Open home on 14 March" maxLength={200} {...text} />
    )}
  </>
)
