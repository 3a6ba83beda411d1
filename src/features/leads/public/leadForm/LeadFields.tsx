import type { ComponentProps } from 'react'
import type { BuyerDetails } from '../../buyer.schema.ts'
import classes from './LeadFields.module.css'
import { TextField } from './TextField.tsx'

export type DetailName = keyof BuyerDetails

type FieldProps = Partial<Pick<ComponentProps<typeof TextField>, 'defaultValue' | 'error' | 'onChange' | 'onBlur'>>

interface LeadFieldsProps {
  /** What each field gets from the form around it. */
  field: (name: DetailName) => FieldProps
  readOnly?: boolean
}

/** What an agent needs to call back, with the keyboard and the filling in that each field deserves. */
export function LeadFields({ field, readOnly }: LeadFieldsProps) {
  const plain = (name: DetailName) => ({ name, readOnly, ...field(name) })
  return (
    <div className={classes.fields}>
      <div className={classes.pair}>
        <TextField {...plain('firstName')} label="First name" autoComplete="given-name" enterKeyHint="next" />
        <TextField {...plain('lastName')} label="Last name" autoComplete="family-name" enterKeyHint="next" />
      </div>
      <TextField
        {...plain('email')}
        label="Email"
        type="email"
        autoComplete="email"
        inputMode="email"
        enterKeyHint="next"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField {...plain('phone')} label="Phone" type="tel" autoComplete="tel" inputMode="tel" enterKeyHint="send" />
      <TextField {...plain('note')} label="Note (optional)" rows={2} autoComplete="off" />
    </div>
  )
}
