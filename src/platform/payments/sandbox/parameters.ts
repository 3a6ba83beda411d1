import { z } from 'zod'

/** Parameters that come up again and again. Everything in a form is text. */
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
export const whole = z
  .string()
  .regex(/^\d{1,10}$/)
  .transform(Number)
export const metadata = z.record(z.string().max(40), z.string().max(500))
export const email = z.email().max(254)
/** Only what a browser may be sent to: a link to `javascript:` would run in our page. */
export const webAddress = z
  .string()
  .max(5_000)
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), 'Not a valid URL')
export const page = {
  limit: whole.pipe(z.number().min(1).max(100)).default(10),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
}
