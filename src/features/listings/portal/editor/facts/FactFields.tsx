import { NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { fromWallTime, toWallTime } from '#ui/format/wallTime.ts'

/** What `valueField` of the form gives to a field whose value may be missing. */
interface FactField<Value> {
  value: Value | null
  onChange: (value: Value | null) => void
  error?: string
  readOnly: boolean
  /** Its width in the grid; half of it without. */
  className?: string
  'data-field': string
}

interface TextFactProps extends FactField<string> {
  label: string
  placeholder?: string
  maxLength: number
  type?: 'text' | 'date'
  autoComplete?: string
}

export const TextFact = ({ value, onChange, ...props }: TextFactProps) => (
  <TextInput
    autoComplete="off"
    {...props}
    value={value ?? ''}
    onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
  />
)

interface NumberFactProps extends FactField<number> {
  label: string
  /** Before or after the number: "$", "m²". */
  prefix?: string
  suffix?: string
  placeholder?: string
  isDecimal?: boolean
}

export const NumberFact = ({ value, onChange, isDecimal = false, ...props }: NumberFactProps) => (
  <NumberInput
    {...props}
    value={value ?? ''}
    onChange={(typed) => onChange(typeof typed === 'number' ? typed : null)}
    allowNegative={false}
    allowDecimal={isDecimal}
    decimalScale={4}
    thousandSeparator=","
    hideControls
    autoComplete="off"
  />
)

interface SelectFactProps<Value extends string> extends FactField<Value> {
  label: string
  /** The values in order, and what they are called. */
  names: Readonly<Record<Value, string>>
  /** Offered to take the fact back; left out for a fact that always has a value. */
  none?: string
}

export function SelectFact<Value extends string>({ value, onChange, names, none, ...props }: SelectFactProps<Value>) {
  const values = Object.keys(names) as Value[]
  const options = values.map((one) => ({ value: one as string, label: names[one] }))
  const { readOnly, ...field } = props
  return (
    <NativeSelect
      {...field}
      disabled={readOnly}
      data={none === undefined ? options : [{ value: '', label: none }, ...options]}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(values.find((one) => one === currentTarget.value) ?? null)}
    />
  )
}

interface MomentFactProps extends FactField<string> {
  label: string
  description?: string
  timeZone: string
}

/** A date and time at the property. */
export const MomentFact = ({ value, onChange, timeZone, ...props }: MomentFactProps) => (
  <TextInput
    {...props}
    type="datetime-local"
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    value={value ? toWallTime(new Date(value), timeZone) : ''}
    onChange={({ currentTarget }) => onChange(fromWallTime(currentTarget.value, timeZone)?.toISOString() ?? null)}
  />
)
