import { createSerializationAdapter } from '@tanstack/react-router'
import { AppError } from '../errors.ts'

/** Sends an error's name and details to the browser. */
export const errorSerializer = createSerializationAdapter({
  key: 'AppError',
  test: (value: unknown) => value instanceof AppError,
  toSerializable: ({ name, status, message, fields, errorId, retryAfter }) => ({
    name,
    status,
    message,
    details: { fields, errorId, retryAfter },
  }),
  fromSerializable: ({ name, status, message, details }) => new AppError(name, status, message, details),
})
