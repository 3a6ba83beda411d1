import { AppError } from '../errors.ts'
import { MediaFailure } from '../media/mediaFailure.ts'

export const uploadIncomplete = () => new AppError('UploadIncomplete', 409, 'Part of this file hasn’t arrived yet.')
export const alreadyStored = () => new AppError('AlreadyStored', 412, 'This file has already been uploaded.')

export const partInProgress = () =>
  new AppError('PartInProgress', 409, 'This part of the file is already being uploaded.', { retryAfter: 5 })

/** The storage did not answer, or not as one that works. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable'
}

/** No fault of the file, nor of the code: it passes when the storage answers again, or when there is room. */
export const isStorageUnavailable = (error: unknown) =>
  error instanceof StorageUnavailable || (error instanceof Error && NO_SPACE.test(errorCode(error)))

/** What failed in the thread that prepares files comes as text, and from a library that has no code for it. */
const NO_SPACE = /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/

const errorCode = (error: Error) =>
  String('code' in error ? error.code : error instanceof MediaFailure ? error.cause : '')
