import type { ComponentProps } from 'react'
import type { BuyerDetails } from '../../buyer.schema.ts'
import classes from './LeadFields.module.css'
import { TextField } from './TextField.tsx'

type DetailName = keyof BuyerDetails

type FieldProps = Pick<ComponentProps<typeof TextField>, 'name' | 'defaultValue' | 'error' | 'onChange'>

interface LeadFieldsProps {
  /** The form's `nativeField`. */
  field: (name: DetailName) => FieldProps
  readOnly?: boolean
}

/** What an agent needs to call back, each field with its keyboard and autofill. */
export function LeadFields({ field, readOnly }: LeadFieldsProps) {
  const fieldProps = (name: DetailName) => ({ readOnly, ...field(name) })
  return (
    <div className={classes.fields}>
      <div className={classes.pair}>
        <TextField {...fieldProps('firstName')} label="First name" autoComplete="given-name" enterKeyHint="next" />
        <TextField {...fieldProps('lastName')} label="Last name" autoComplete="family-name" enterKeyHint="next" />
      </div>
      <TextField
        {...fieldProps('email')}
        label="Email"
        type="email"
        autoComplete="email"
        inputMode="email"
        enterKeyHint="next"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        {...fieldProps('phone')}
        label="Phone"
        type="tel"
        autoComplete="tel"
        inputMode="tel"
        enterKeyHint="send"
      />
      <TextField {...fieldProps('note')} label="Note (optional)" rows={2} autoComplete="off" />
    </div>
  )
}
