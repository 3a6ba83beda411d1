import {
  type $Command,
  S3Client,
  type S3ClientResolvedConfig,
  S3ServiceException,
  type ServiceInputTypes,
  type ServiceOutputTypes,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { isPathStyle, StorageUnavailableError } from '../storage.ts'
import { requireStorageKey } from '../storageKeys.server.ts'

export interface S3Settings {
  bucket: string
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Until the first byte of a response, retries included, because a user is waiting. */
const TIMEOUT_MS = 4_000

export type Bucket = ReturnType<typeof openBucket>

export function openBucket({ bucket, endpoint, region, accessKeyId, secretAccessKey }: S3Settings) {
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: isPathStyle(new URL(endpoint), bucket),
    // Many other providers do not support Amazon's checksums, and every signed URL would have to include them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 30_000 },
  })
  client.middlewareStack.add((next) => (args) => next(args).catch(refuse))
  return { client, name: bucket, at: (key: string) => ({ Bucket: bucket, Key: requireStorageKey(key) }) }
}

/** Limits the time until the response starts. The body may take longer. */
export async function withS3Timeout<Answer>(
  request: (options: { abortSignal: AbortSignal }) => Promise<Answer>,
): Promise<Answer> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), TIMEOUT_MS)
  try {
    return await request({ abortSignal: controller.signal })
  } finally {
    clearTimeout(timer)
  }
}

/** Errors about a file are for the caller; all others (unreachable, overloaded, wrong keys) mean that the storage is unavailable. */
function refuse(error: unknown): never {
  if (isMissingObjectError(error) || isAlreadyStoredError(error) || isRangeError(error)) throw error
  throw new StorageUnavailableError('The S3 does not do what it was asked.', { cause: error })
}

/** By status, because the response to a HEAD has no body that could name the error. */
const hasStatus = (status: number) => (error: unknown) =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === status

export const isMissingObjectError = hasStatus(404)
export const isAlreadyStoredError = hasStatus(412)
export const isRangeError = hasStatus(416)

type Signable<Input extends ServiceInputTypes, Output extends ServiceOutputTypes> = $Command<
  Input,
  Output,
  S3ClientResolvedConfig,
  ServiceInputTypes,
  ServiceOutputTypes
>

const SECOND = 1000

/**
 * The library signs every header except the content type, which must be requested. S3 counts from the time of signing; a
 * URL that has expired already must be signed with an earlier time.
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
