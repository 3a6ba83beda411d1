/** What goes wrong on purpose: each has a name, a status and a sentence for the person who reads it. */

export type FieldErrors = Record<string, string>

interface Details {
  fields?: FieldErrors
  /** Found again in the log. */
  errorId?: string
  retryAfter?: number
}

export class AppError extends Error {
  readonly status: number
  readonly fields?: FieldErrors
  readonly errorId?: string
  readonly retryAfter?: number

  constructor(name: string, status: number, message: string, details: Details = {}) {
    super(message)
    this.name = name
    this.status = status
    this.fields = details.fields
    this.errorId = details.errorId
    this.retryAfter = details.retryAfter
  }
}

export const invalidInput = (fields: FieldErrors, message = 'Please check what you entered.') =>
  new AppError('InvalidInput', 400, message, { fields })
export const notSignedIn = () => new AppError('NotSignedIn', 401, 'Please sign in.')
export const forbidden = (message: string) => new AppError('Forbidden', 403, message)
/** The page offers the way to billing when it sees this name. */
export const subscriptionInactive = () => new AppError('SubscriptionInactive', 403, 'Your subscription is not active')
/** Missing and "not yours" are the same answer, so that nobody learns which ids exist. */
export const notFound = () => new AppError('NotFoundError', 404, 'Not found.')
export const notAllowed = (message: string) => new AppError('NotAllowed', 405, message)
/** Somebody, perhaps the same person in another tab, saved in between. */
export const changedElsewhere = () =>
  new AppError('ChangedElsewhere', 409, 'This was changed elsewhere since you opened it.')
export const conflict = (message: string) => new AppError('Conflict', 409, message)
export const tooLarge = () => new AppError('TooLarge', 413, 'That’s larger than we can accept here.')
export const unsupportedType = (message: string) => new AppError('UnsupportedType', 415, message)
/** Understood, but not what it claims to be. */
export const unacceptable = (message: string) => new AppError('Unacceptable', 422, message)
export const tooManyRequests = (retryAfter: number) =>
  new AppError('TooManyRequests', 429, 'Too many attempts. Try again in a few minutes.', { retryAfter })
export const unavailable = () =>
  new AppError('Unavailable', 503, 'The service is temporarily unavailable. Please try again in a moment.', {
    retryAfter: 2,
  })
export const unexpected = (errorId: string) =>
  new AppError('UnexpectedError', 500, 'Something went wrong on our side.', { errorId })
