import { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { checkKey } from '../keys.server.ts'
import { isPathStyle } from '../origin.ts'

export interface S3Settings {
  bucket: string
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

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
  return { client, name: bucket, at: (key: string) => ({ Bucket: bucket, Key: checkKey(key) }) }
}

/** A HEAD has no body that could name the error, so its status must do. */
export const isGone = (error: unknown) => error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404

export const isTaken = (error: unknown) => error instanceof S3ServiceException && error.$metadata.httpStatusCode === 412
