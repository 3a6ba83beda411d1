import { AppError } from '#platform/errors.ts'

/** What was asked about is not there, or belongs to somebody else. */
export const isMissing = (error: unknown) => error instanceof AppError && error.status === 404
