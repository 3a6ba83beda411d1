import { gray, teal } from '#ui/tokens.ts'

/** The site's colours by what they are for in a mail. */
export const emailColours = { teal, text: gray[9], quiet: gray[6], line: gray[2], page: gray[1] }

export const emailFont = "Inter, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
