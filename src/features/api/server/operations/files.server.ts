import * as z from 'zod/mini'
import type { Db } from '#db/client.server.ts'
import {
  BeginUploadInput,
  DocumentSettings,
  DownloadInput,
  FileIdInput,
  ListFilesInput,
  OrderFilesInput,
  UpdateFileInput,
  UploadIdInput,
} from '#features/files/files.schema.ts'
import { toOwnFile } from '#features/files/ownFile.ts'
import { readDocumentSettings, saveDocumentSettings } from '#features/files/server/access/documentSettings.server.ts'
import { beginUpload, cancelUpload, requireUpload, resumeUpload } from '#features/files/server/beginUpload.server.ts'
import {
  archiveFiles,
  findAffectedListingIds,
  lockFiles,
  orderFiles,
  requireFile,
  restoreFiles,
  updateFile,
} from '#features/files/server/files.server.ts'
import { finishUpload } from '#features/files/server/finishUpload.server.ts'
import { listFiles, listListingFiles } from '#features/files/server/listFiles.server.ts'
import { createDownloadUrl } from '#features/files/server/serveFiles.server.ts'
import { listVersions } from '#features/files/server/versions/versions.server.ts'
import { ListingIdInput } from '#features/listings/listings.schema.ts'
import { changeAndRedrawSharePictures } from '#features/listings/server/sharePictures.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { notFound } from '#platform/errors.ts'
import { documentAccesses } from '#values/disclosureValues.ts'
import { createEtag, defineOperation, requireMatch } from '../operation.server.ts'
import { pageQuery, pageSchema, ResponseTime } from './fields.ts'

const ApiFile = z.object({
  id: z.string(),
  listingId: z.nullable(z.string()),
  name: z.string(),
  originalName: z.string(),
  type: z.enum(['image', 'file']),
  contentType: z.string(),
  size: z.int(),
  /** What kind of document it is. Null for photos. */
  kind: z.nullable(z.string()),
  state: z.string(),
  /** Why it could not be prepared. */
  failure: z.nullable(z.string()),
  pageCount: z.nullable(z.int()),
  version: z.int(),
  issuedOn: z.nullable(z.iso.date()),
  createdAt: ResponseTime,
  replacedAt: z.nullable(ResponseTime),
})

type Changeable = Pick<z.output<typeof ApiFile>, 'name' | 'kind' | 'issuedOn' | 'version'>
const fileTag = ({ name, kind, issuedOn, version }: Changeable) => createEtag(name, kind, issuedOn, version)
const fileResult = { result: ApiFile, etag: fileTag }

const Upload = z.object({
  uploadId: z.string(),
  /** Send each part with PUT and these headers, within 15 minutes. */
  parts: z.array(
    z.object({
      url: z.string(),
      headers: z.record(z.string(), z.string()),
      offset: z.int(),
      length: z.int(),
    }),
  ),
})

const common = { tag: 'Files' } as const
const one = { ...common, params: FileIdInput, path: '/files/{id}' } as const

/** A key works in one agency. Its member can have uploads in another one, too. */
async function requireUploadHere(db: Db, agent: Agent, id: string) {
  const { agencyId } = await requireUpload(db, agent, id)
  if (agencyId !== agent.agencyId) throw notFound()
}

export const fileOperations = [
  defineOperation({
    ...common,
    id: 'listFiles',
    method: 'GET',
    path: '/files',
    scope: 'files:read',
    summary: 'List files',
    query: z.strictObject({
      ...z.omit(ListFilesInput, { listing: true }).shape,
      limit: pageQuery.limit,
      /** `none` is for files that belong to no listing. */
      listingId: ListFilesInput.shape.listing,
    }),
    result: pageSchema(ApiFile),
    async run({ services, agent }, { query: { listingId, ...query } }) {
      const { files, next } = await listFiles(services.database.db, agent, { ...query, listing: listingId })
      return { data: files, next }
    },
  }),
  defineOperation({
    ...common,
    id: 'listListingFiles',
    method: 'GET',
    path: '/listings/{id}/files',
    scope: 'files:read',
    summary: 'List the files of a listing, in the order that buyers see',
    params: ListingIdInput,
    result: z.object({ data: z.array(ApiFile) }),
    run: async ({ services, agent }, { params }) => ({
      data: await listListingFiles(services.database.db, agent, params.id),
    }),
  }),
  defineOperation({
    ...common,
    id: 'orderFiles',
    method: 'PUT',
    path: '/listings/{id}/files/order',
    scope: 'files:write',
    summary: 'Change the order of a listing’s files',
    needsSubscription: true,
    params: ListingIdInput,
    body: z.pick(OrderFilesInput, { ids: true }),
    async run({ services, agent }, { params: { id }, body }) {
      await changeAndRedrawSharePictures(
        services,
        agent,
        () => [id],
        (tx) => orderFiles(tx, agent, id, body.ids),
      )
    },
  }),
  defineOperation({
    ...common,
    id: 'beginUpload',
    method: 'POST',
    path: '/uploads',
    scope: 'files:write',
    summary: 'Begin an upload',
    description:
      'Returns where to send the bytes. `replaces` makes it the next version of a document, which keeps its id and link. Finish it when all parts have arrived.',
    needsSubscription: true,
    runsOutsideTransaction: true,
    body: BeginUploadInput,
    status: 201,
    result: Upload,
    run: ({ services, agent }, { body }) => beginUpload(services, agent, body),
  }),
  defineOperation({
    ...common,
    id: 'resumeUpload',
    method: 'GET',
    path: '/uploads/{uploadId}',
    scope: 'files:write',
    summary: 'Get the parts of an upload that have not arrived',
    params: UploadIdInput,
    result: Upload,
    async run({ services, agent }, { params: { uploadId } }) {
      await requireUploadHere(services.database.db, agent, uploadId)
      return resumeUpload(services, agent, uploadId)
    },
  }),
  defineOperation({
    ...common,
    id: 'finishUpload',
    method: 'POST',
    path: '/uploads/{uploadId}/finish',
    scope: 'files:write',
    summary: 'Finish an upload',
    description: 'Checks the bytes and creates the file. May be repeated.',
    needsSubscription: true,
    runsOutsideTransaction: true,
    params: UploadIdInput,
    ...fileResult,
    async run({ services, agent }, { params: { uploadId } }) {
      await requireUploadHere(services.database.db, agent, uploadId)
      return finishUpload(services, agent, uploadId)
    },
  }),
  defineOperation({
    ...common,
    id: 'cancelUpload',
    method: 'DELETE',
    path: '/uploads/{uploadId}',
    scope: 'files:write',
    summary: 'Cancel an upload',
    runsOutsideTransaction: true,
    params: UploadIdInput,
    async run({ services, agent }, { params: { uploadId } }) {
      await requireUploadHere(services.database.db, agent, uploadId)
      await cancelUpload(services, agent, uploadId)
    },
  }),
  defineOperation({
    ...one,
    id: 'getFile',
    method: 'GET',
    scope: 'files:read',
    summary: 'Get a file',
    ...fileResult,
    run: async ({ services, agent }, { params }) =>
      toOwnFile(await requireFile(services.database.db, agent, params.id)),
  }),
  defineOperation({
    ...one,
    id: 'updateFile',
    method: 'PATCH',
    scope: 'files:write',
    summary: 'Rename a file, or change its kind or date',
    description: 'Fields that are left out stay as they are.',
    needsSubscription: true,
    ifMatch: 'accepted',
    body: z.omit(UpdateFileInput, { id: true }),
    ...fileResult,
    async run({ services, agent, ifMatch }, { params: { id }, body }) {
      const { db } = services.database
      const [current] = await lockFiles(db, agent, [id])
      if (current) requireMatch(ifMatch, fileTag(current))
      await updateFile(db, agent, { id, ...body })
      return toOwnFile(await requireFile(db, agent, id))
    },
  }),
  ...(['archive', 'restore'] as const).map((action) =>
    defineOperation({
      ...one,
      id: `${action}File`,
      method: 'POST',
      path: `/files/{id}/${action}`,
      scope: 'files:write',
      summary: action === 'archive' ? 'Archive a file' : 'Restore a file',
      needsSubscription: action === 'restore',
      async run({ services, agent }, { params: { id } }) {
        const change = action === 'archive' ? archiveFiles : restoreFiles
        await changeAndRedrawSharePictures(
          services,
          agent,
          (tx) => findAffectedListingIds(tx, agent, [id]),
          (tx) => change(tx, agent, [id]),
        )
      },
    }),
  ),
  defineOperation({
    ...one,
    id: 'listVersions',
    method: 'GET',
    path: '/files/{id}/versions',
    scope: 'files:read',
    summary: 'List the versions of a document',
    result: z.object({
      data: z.array(
        z.object({
          version: z.int(),
          originalName: z.string(),
          size: z.int(),
          note: z.string(),
          createdAt: ResponseTime,
        }),
      ),
    }),
    run: async ({ services, agent }, { params }) => ({
      data: await listVersions(services.database.db, agent, params.id),
    }),
  }),
  defineOperation({
    ...one,
    id: 'createDownload',
    method: 'POST',
    path: '/files/{id}/download',
    scope: 'files:read',
    summary: 'Get a URL to download a file, valid for ten minutes',
    runsOutsideTransaction: true,
    body: z.pick(DownloadInput, { version: true }),
    result: z.object({ url: z.string() }),
    run: ({ services, agent }, { params: { id }, body }) => createDownloadUrl(services, agent, { id, ...body }),
  }),
  defineOperation({
    ...one,
    id: 'getDocumentSettings',
    method: 'GET',
    path: '/files/{id}/settings',
    scope: 'files:read',
    summary: 'Get who may open a document, and how',
    result: z.object({
      access: z.nullable(z.enum(documentAccesses)),
      isViewOnly: z.nullable(z.boolean()),
      isWatermarked: z.nullable(z.boolean()),
      /** Who may open it, if it is for chosen people only. */
      leadIds: z.array(z.string()),
    }),
    run: ({ services, agent }, { params }) => readDocumentSettings(services.database.db, agent, params.id),
  }),
  defineOperation({
    ...one,
    id: 'saveDocumentSettings',
    method: 'PUT',
    path: '/files/{id}/settings',
    scope: 'files:write',
    summary: 'Change who may open a document, and how',
    description: 'Null to use the listing’s setting.',
    needsSubscription: true,
    body: z.omit(DocumentSettings, { id: true }),
    async run({ services, agent }, { params: { id }, body }) {
      await saveDocumentSettings(services.database.db, agent, { id, ...body })
    },
  }),
]
