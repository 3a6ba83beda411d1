import {
  type $Command,
  S3Client,
  type S3ClientResolvedConfig,
  S3ServiceException,
  type ServiceInputTypes,
  type ServiceOutputTypes,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { StorageUnavailable } from '../storageErrors.ts'
import { checkKey } from '../storageKeys.server.ts'
import { isPathStyle } from '../storageOrigin.ts'

export interface S3Settings {
  bucket: string
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Milliseconds until the first byte of an answer, all tries together. What is read is read for somebody who waits. */
const TIMEOUT_MS = 4_000

export type Bucket = ReturnType<typeof openBucket>

export function openBucket({ bucket, endpoint, region, accessKeyId, secretAccessKey }: S3Settings) {
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: isPathStyle(new URL(endpoint), bucket),
    // Checksums of Amazon's own kind are unknown to many others, and would have to be part of every signed address.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 30_000 },
  })
  client.middlewareStack.add((next) => (args) => next(args).catch(refuse), { step: 'initialize' })
  return { client, name: bucket, at: (key: string) => ({ Bucket: bucket, Key: checkKey(key) }) }
}

/** An S3 that takes the question and says nothing counts as away. However long the answer is then, it may take its time. */
export async function soon<Answer>(ask: (patience: { abortSignal: AbortSignal }) => Promise<Answer>): Promise<Answer> {
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), TIMEOUT_MS)
  try {
    return await ask({ abortSignal: patience.signal })
  } finally {
    clearTimeout(timer)
  }
}

/** What says something about a file is for the caller; the rest (away, overloaded, wrong keys) is nobody's to repair but the operator's. */
function refuse(error: unknown): never {
  if (isNotFound(error) || isAlreadyThere(error) || isPastEnd(error)) throw error
  throw new StorageUnavailable('The S3 does not do what it was asked.', { cause: error })
}

/** By status, because the answer to a HEAD has no body that could name the error. */
const hasStatus = (status: number) => (error: unknown) =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === status

export const isNotFound = hasStatus(404)
export const isAlreadyThere = hasStatus(412)
export const isPastEnd = hasStatus(416)

type Signable<Input extends ServiceInputTypes, Output extends ServiceOutputTypes> = $Command<
  Input,
  Output,
  S3ClientResolvedConfig,
  ServiceInputTypes,
  ServiceOutputTypes
>

const SECOND = 1000

/**
 * The library signs every header but the content type, which must be asked for. S3 counts from the moment of signing; an
 * address whose time is over must have been signed before that.
 */
export function signUrl<Input extends ServiceInputTypes, Output extends ServiceOutputTypes>(
  { client }: Bucket,
  command: Signable<Input, Output>,
  expiresAt: Date,
  alsoSigned: string[] = [],
) {
  const signingDate = new Date(Math.min(Date.now(), expiresAt.getTime() - SECOND))
  const expiresIn = Math.floor((expiresAt.getTime() - signingDate.getTime()) / SECOND)
  return getSignedUrl(client, command, { expiresIn, signingDate, signableHeaders: new Set(alsoSigned) })
}
