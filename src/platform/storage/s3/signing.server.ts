import type { $Command, S3ClientResolvedConfig, ServiceInputTypes, ServiceOutputTypes } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { Bucket } from './bucket.server.ts'

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
