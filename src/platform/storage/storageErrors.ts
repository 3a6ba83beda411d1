import { AppError } from '../errors.ts'
import { MediaError } from '../media/mediaError.ts'

export const uploadIncomplete = () => new AppError('UploadIncomplete', 409, 'Part of this file hasn’t arrived yet.')
export const alreadyStored = () => new AppError('AlreadyStored', 412, 'This file has already been uploaded.')

export const partInProgress = () =>
  new AppError('PartInProgress', 409, 'This part of the file is already being uploaded.', { retryAfter: 5 })

/** The storage did not respond, or responded with a server error. */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError'
}

/** Temporary: works again when the storage responds, or has room. */
export const isStorageUnavailable = (error: unknown) =>
  error instanceof StorageUnavailableError || (error instanceof Error && NO_SPACE.test(errorCode(error)))

/** Errors from the media process arrive as text, and some libraries give no code. */
const NO_SPACE = /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/

const errorCode = (error: Error) =>
  String('code' in error ? error.code : error instanceof MediaError ? error.cause : '')
