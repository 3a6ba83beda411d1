/**
 * Reads the search part of an address without Zod: routes say what they take from it before any of their own code is there, so
 * this is loaded with every page. Anything that makes no sense is as good as missing.
 */
export const choiceParam = <Choice, Otherwise = Choice>(
  value: unknown,
  choices: readonly Choice[],
  otherwise: Otherwise,
): Choice | Otherwise => choices.find((choice) => choice === value) ?? otherwise

export const textParam = (value: unknown, most = 100) =>
  typeof value === 'string' && value.length <= most ? value : ''

export const patternParam = (value: unknown, shape: RegExp) =>
  typeof value === 'string' && shape.test(value) ? value : ''

/** A day that the calendar has. */
export function dayParam(value: unknown) {
  const text = patternParam(value, /^\d{4}-\d{2}-\d{2}$/)
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : ''
}

/** A prefix, an underscore and a short random part. */
export const idPattern = (prefix: string) => new RegExp(`^${prefix}_[0-9a-z]{1,40}$`)
