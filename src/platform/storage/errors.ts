import { AppError } from '../errors.ts'

export const uploadIncomplete = () => new AppError('UploadIncomplete', 409, 'Not all of this file has arrived yet.')
export const alreadyStored = () => new AppError('AlreadyStored', 412, 'This file has been uploaded already.')

/** The storage did not answer, or not as one that works. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable'
}
