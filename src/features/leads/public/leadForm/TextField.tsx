import { type InputHTMLAttributes, useId } from 'react'
import classes from './TextField.module.css'

type FieldElement = HTMLInputElement | HTMLTextAreaElement

interface TextFieldProps extends Omit<InputHTMLAttributes<FieldElement>, 'id' | 'className'> {
  name: string
  label: string
  error?: string
  /** Makes it a text area. */
  rows?: number
}

/** A labelled field with its error below. Mantine's would be too heavy for buyers' pages. */
export function TextField({ label, error, rows, ...box }: TextFieldProps) {
  const id = useId()
  const about = {
    id,
    className: classes.box,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${id}-error` : undefined,
  }
  return (
    <div>
      <label className={classes.label} htmlFor={id}>
        {label}
      </label>
      {rows ? <textarea dir="auto" {...box} {...about} rows={rows} /> : <input type="text" {...box} {...about} />}
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}
