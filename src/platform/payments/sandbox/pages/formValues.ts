import type { Input } from '../form.ts'
import type { Values } from './fields.ts'

const LONGEST = 300

/** The plain fields of a page's form. */
export const formValues = (input: Input): Values =>
  Object.fromEntries(
    Object.entries(input).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value.slice(0, LONGEST)]] : [],
    ),
  )
