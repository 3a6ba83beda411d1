import { expect, test } from 'vitest'
import { temporaryFailure } from '../media/mediaError.ts'
import { isStorageUnavailable, StorageUnavailableError } from './storageErrors.ts'

const failed = (message: string, more: object = {}) => Object.assign(new Error(message), more)

test.each([
  ['a storage that is away', new StorageUnavailableError()],
  ['a full disk', failed('ENOSPC: no space left on device, write', { code: 'ENOSPC' })],
  ['a quota', failed('EDQUOT: disk quota exceeded, write', { code: 'EDQUOT' })],
  [
    'a full disk in the thread that prepares photos',
    temporaryFailure(
      'We couldn’t prepare this file.',
      'photo-480.webp: write error\nsystem error: No space left on device',
    ),
  ],
])('%s passes by itself', (_what, error) => expect(isStorageUnavailable(error)).toBe(true))

test.each([
  ['a photo that took too long', temporaryFailure('This photo took too long to prepare.', 'timeout')],
  ['a database without room', failed('could not extend file: No space left on device', { code: '53100' })],
  ['a bug', failed('x is not a function')],
])('%s is something else', (_what, error) => expect(isStorageUnavailable(error)).toBe(false))
