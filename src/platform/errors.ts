/** Expected failures: each has a name, a status and a message for the reader. */

export type FieldErrors = Record<string, string>

interface Details {
  fields?: FieldErrors
  /** Also in the log, where support finds the cause. */
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

  /** A page where the reader can fix it, to offer beside the message. */
  get link() {
    return errorLinks[this.name]
  }
}

const errorLinks: Partial<Record<string, { to: '/portal/settings'; hash: string; label: string }>> = {
  SubscriptionInactive: { to: '/portal/settings', hash: 'billing', label: 'Go to billing' },
}

export const invalidInput = (fields: FieldErrors, message = 'Please check what you entered.') =>
  new AppError('InvalidInput', 400, message, { fields })
export const notSignedIn = () => new AppError('NotSignedIn', 401, 'Please sign in.')
/** The page asks for the proof and sends the same request again. */
export const proofNeeded = () =>
  new AppError('ProofNeeded', 403, 'Please confirm that it’s you. We ask before sensitive changes.')
/** The page shows the lock, and sends the same request again once it is open. */
export const sessionLocked = () => new AppError('SessionLocked', 403, 'The portal is locked. Unlock it to continue.')
export const secondFactorNeeded = () =>
  new AppError('SecondFactorNeeded', 403, 'Your agency requires two-step sign-in. Set it up to continue.')
export const forbidden = (message: string) => new AppError('Forbidden', 403, message)
export const subscriptionInactive = () => new AppError('SubscriptionInactive', 403, 'Your subscription is not active')
/** For members who cannot do anything about it themselves. */
export const agencyInactive = () =>
  new AppError('AgencyInactive', 403, 'Your agency’s subscription is not active. Ask an owner to reactivate it.')
/** The same for what is missing and what belongs to someone else, so that responses do not reveal which ids exist. */
export const notFound = () => new AppError('NotFoundError', 404, 'Not found.')
export const methodNotAllowed = (message: string) => new AppError('NotAllowed', 405, message)
/** Someone else, or the same person in another tab, has saved since. */
export const changedElsewhere = () =>
  new AppError('ChangedElsewhere', 409, 'This was changed elsewhere since you opened it.')
export const conflict = (message: string) => new AppError('Conflict', 409, message)
export const tooLarge = () => new AppError('TooLarge', 413, 'That’s larger than we can accept here.')
export const unsupportedType = (message: string) => new AppError('UnsupportedType', 415, message)
/** Well-formed, but not what it claims to be. */
export const unacceptable = (message: string) => new AppError('Unacceptable', 422, message)
export const tooManyRequests = (retryAfter: number) =>
  new AppError('TooManyRequests', 429, `Too many attempts. Try again in ${waitingTime(retryAfter)}.`, { retryAfter })
export const unavailable = () =>
  new AppError('Unavailable', 503, 'The service is temporarily unavailable. Please try again in a moment.', {
    retryAfter: 2,
  })
export const unexpected = (errorId: string) =>
  new AppError('UnexpectedError', 500, 'Something went wrong on our side.', { errorId })

/** Rounded up, so that the wait is over after that time. */
function waitingTime(seconds: number) {
  if (seconds < 60) return count(seconds, 'second')
  if (seconds < 3600) return count(seconds / 60, 'minute')
  return count(seconds / 3600, 'hour')
}

const count = (amount: number, unit: string) => `${Math.ceil(amount)} ${unit}${amount > 1 ? 's' : ''}`
