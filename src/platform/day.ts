import * as z from 'zod/mini'

/** A day of the calendar, as a field of the browser names it. PostgreSQL knows no year 0. */
export const Day = z.iso.date().check(z.regex(/^(?!0000)/, 'Please select another day'))
