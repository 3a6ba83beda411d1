import { expect, test } from 'vitest'
import { pdfDownload } from '../../../test/support/uploader.ts'
import { createS3Storage } from './s3/s3Storage.server.ts'
import { newStorageKey } from './storageKeys.server.ts'
import { storageOrigin } from './storageOrigin.ts'

test.each([
  ['https://s3.ap-southeast-2.amazonaws.com', 'property-files'],
  ['https://s3.ap-southeast-2.amazonaws.com', 'files.example.nz'],
  ['https://minio.example.nz:9000', 'property-files'],
  ['https://account.r2.cloudflarestorage.com', 'files.example.nz'],
  ['http://127.0.0.1:9000', 'property-files'],
])('the content security policy names the very origin that addresses at %s for %s have', async (endpoint, bucket) => {
  const storage = createS3Storage({ bucket, endpoint, region: 'nz', accessKeyId: 'k', secretAccessKey: 's' })
  const url = await storage.downloadUrl(pdfDownload(newStorageKey('documents')))
  expect(storageOrigin({ S3_ENDPOINT: endpoint, S3_BUCKET: bucket })).toBe(new URL(url).origin)
})

test('files on disk have the origin of the application', () => {
  expect(storageOrigin({ S3_ENDPOINT: undefined, S3_BUCKET: undefined })).toBeUndefined()
})
