/**
 * Reads a URL's search parameters without Zod: routes declare them before their own code is loaded, so
 * this is part of every page. Invalid values count as missing.
 */
export const choiceParam = <Choice, Otherwise = Choice>(
  value: unknown,
  choices: readonly Choice[],
  otherwise: Otherwise,
): Choice | Otherwise => choices.find((choice) => choice === value) ?? otherwise

export const textParam = (value: unknown, maxLength = 100) =>
  typeof value === 'string' && value.length <= maxLength ? value : ''

export const patternParam = (value: unknown, shape: RegExp) =>
  typeof value === 'string' && shape.test(value) ? value : ''

/** Whose rows a list has: see `Whose`. Empty for everything within reach. */
export const whoseParam = (value: unknown) => patternParam(value, /^(mine|shared|usr_[0-9a-z]{1,40})$/)

/** A date that exists. */
export function dayParam(value: unknown) {
  const text = patternParam(value, /^\d{4}-\d{2}-\d{2}$/)
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : ''
}

/** A prefix, an underscore and a short random part. */
export const idPattern = (prefix: string) => new RegExp(`^${prefix}_[0-9a-z]{1,40}$`)
