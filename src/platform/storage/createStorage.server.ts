import { join } from 'node:path'
import type { Env } from '../config/env.server.ts'
import type { AppSecret } from '../secrets/keyring.server.ts'
import { createDiskStorage } from './disk/diskStorage.server.ts'
import type { Storage } from './storage.ts'

type Settings = Pick<
  Env,
  'DATA_DIR' | 'S3_BUCKET' | 'S3_ENDPOINT' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
> & { APP_SECRET: AppSecret }

export async function createStorage(env: Settings): Promise<Storage> {
  const { S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env
  if (!(S3_BUCKET && S3_ENDPOINT && S3_REGION && S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY))
    return createDiskStorage({ folder: join(env.DATA_DIR, 'files'), secret: env.APP_SECRET })
  // Loaded only where it is used, because the library costs memory and start-up time.
  const { createS3Storage } = await import('./s3/s3Storage.server.ts')
  return createS3Storage({
    bucket: S3_BUCKET,
    endpoint: S3_ENDPOINT,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  })
}
