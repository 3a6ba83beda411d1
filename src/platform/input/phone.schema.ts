import * as z from 'zod/mini'
import { maxCharacters } from './fieldSchemas.ts'

/** Digits with common separators, perhaps with a plus in front. The server decides whether the number is valid. */
const phoneShape = (minLength: number) => new RegExp(`^[+(\\d][\\d\\p{Zs}()./-]{${minLength - 1},}$`, 'u')
const WHOLE = phoneShape(5)
const PARTIAL = phoneShape(4)

/** A phone number as a buyer types it. */
export const PhoneNumber = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Please enter your phone number'),
    maxCharacters(40),
    z.regex(WHOLE, 'Please enter a valid phone number'),
  )

export const looksLikePhone = (text: string) => WHOLE.test(text)

/** Part of a number as it is stored: "021 555" finds "+6421555123". Any other search is unchanged. */
export const phoneSearch = (search: string) =>
  (PARTIAL.test(search) && search.replace(/\D/g, '').replace(/^0+/, '')) || search
