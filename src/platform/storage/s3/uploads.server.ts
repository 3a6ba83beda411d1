import {
  type Part as ArrivedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  paginateListParts,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { notFound } from '../../errors.ts'
import { uploadIncomplete } from '../errors.ts'
import { isOnePart, PART_BYTES, type Part, planParts } from '../parts.ts'
import type { PartUrl, Storage, Upload } from '../storage.ts'
import { type Bucket, isNotFound, isAlreadyThere } from './bucket.server.ts'
import { signUrl } from './signing.server.ts'

type Uploads = Pick<Storage, 'beginUpload' | 'partUrls' | 'finishUpload'>

/** A small file is one signed PUT that succeeds once; a larger one is S3's multipart upload. */
export function createS3Uploads(bucket: Bucket, stat: Storage['stat']): Uploads {
  return {
    async beginUpload({ key, contentType, contentLength }) {
      const target = bucket.at(key)
      if (isOnePart(contentLength)) return { partSize: PART_BYTES }
      const begun = await bucket.client.send(new CreateMultipartUploadCommand({ ...target, ContentType: contentType }))
      return { uploadId: begun.UploadId, partSize: PART_BYTES }
    },

    async partUrls(upload) {
      if (await isStored(upload)) return []
      const arrived = await arrivedParts(upload)
      if (!arrived) throw notFound()
      return Promise.all(notIn(arrived, upload).map((part) => signed(upload, part, upload.expiresAt)))
    },

    async finishUpload(upload) {
      if (await isStored(upload)) return
      const arrived = await arrivedParts(upload)
      if (upload.uploadId && arrived && notIn(arrived, upload).length === 0) await complete(upload, arrived)
      // Somebody else may have been faster, which is as good.
      if (!(await isStored(upload))) throw uploadIncomplete()
    },
  }

  async function isStored({ key, contentLength }: Upload) {
    const stored = await stat(key)
    return stored?.size === contentLength
  }

  /** Nothing if there is no such upload any more. */
  async function arrivedParts({ key, uploadId }: Upload): Promise<ArrivedPart[] | undefined> {
    const arrived: ArrivedPart[] = []
    if (!uploadId) return arrived
    const upload = { ...bucket.at(key), UploadId: uploadId }
    try {
      for await (const { Parts = [] } of paginateListParts({ client: bucket.client }, upload)) arrived.push(...Parts)
      return arrived
    } catch (error) {
      if (isNotFound(error)) return undefined
      throw error
    }
  }

  async function complete({ key, uploadId }: Upload, arrived: ArrivedPart[]) {
    const Parts = arrived.map(({ PartNumber, ETag }) => ({ PartNumber, ETag }))
    const upload = { ...bucket.at(key), UploadId: uploadId, MultipartUpload: { Parts }, IfNoneMatch: '*' }
    try {
      await bucket.client.send(new CompleteMultipartUploadCommand(upload))
    } catch (error) {
      if (!isNotFound(error) && !isAlreadyThere(error)) throw error
    }
  }

  async function signed({ key, uploadId, contentType }: Upload, part: Part, expiresAt: Date): Promise<PartUrl> {
    const target = { ...bucket.at(key), ContentLength: part.length }
    if (uploadId) {
      const command = new UploadPartCommand({ ...target, UploadId: uploadId, PartNumber: part.number })
      return { ...part, url: await signUrl(bucket, command, expiresAt), headers: {} }
    }
    const command = new PutObjectCommand({ ...target, ContentType: contentType, IfNoneMatch: '*' })
    const headers = { 'content-type': contentType, 'if-none-match': '*' }
    return { ...part, url: await signUrl(bucket, command, expiresAt, ['content-type']), headers }
  }
}

const notIn = (arrived: ArrivedPart[], { contentLength }: Upload) =>
  planParts(contentLength).filter(
    ({ number, length }) => !arrived.some(({ PartNumber, Size }) => PartNumber === number && Size === length),
  )
