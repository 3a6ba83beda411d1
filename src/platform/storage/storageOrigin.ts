import type { Env } from '../config/env.server.ts'

/**
 * Amazon requires the bucket in the host name; all other providers support it in the path. A bucket with dots in its
 * name would need its own certificate as a host.
 */
export function isPathStyle(endpoint: URL, bucket: string) {
  return !endpoint.hostname.endsWith('.amazonaws.com') || bucket.includes('.')
}

/** Where browsers send and fetch files, if that is not the application itself. */
export function storageOrigin({ S3_ENDPOINT, S3_BUCKET }: Pick<Env, 'S3_ENDPOINT' | 'S3_BUCKET'>) {
  if (!S3_ENDPOINT || !S3_BUCKET) return undefined
  const endpoint = new URL(S3_ENDPOINT)
  if (!isPathStyle(endpoint, S3_BUCKET)) endpoint.hostname = `${S3_BUCKET}.${endpoint.hostname}`
  return endpoint.origin
}
