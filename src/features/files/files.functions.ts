import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { photoUrl } from '#features/listings/photoUrls.ts'
import { changeAndRedrawSharePictures } from '#features/listings/server/sharePictures.server.ts'
import {
  anyone,
  signedIn,
  signedInWithPayload,
  subscribed,
  subscribedWithPayload,
} from '#platform/auth/accessMiddleware.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import {
  BeginUploadInput,
  ChooseCoverInput,
  DocumentDefaults,
  DocumentSettings,
  DownloadInput,
  FileIdInput,
  FileIdsInput,
  ImageUrlInput,
  ListFilesInput,
  ListListingFilesInput,
  MoveFilesInput,
  OrderFilesInput,
  UpdateFileInput,
  UploadIdInput,
} from './files.schema.ts'
import {
  readDocumentDefaults,
  readDocumentSettings,
  saveDocumentDefaults as saveDefaults,
  saveDocumentSettings as saveSettings,
} from './server/access/documentSettings.server.ts'
import {
  beginUpload,
  cancelUpload as cancel,
  readStorageUse,
  resumeUpload as resume,
} from './server/beginUpload.server.ts'
import { deleteFiles as deleteForGood, undoDeleteFiles as undoDelete } from './server/deleteFiles.server.ts'
import {
  archiveFiles as archive,
  updateFile as change,
  chooseCover as choose,
  findAffectedListingIds,
  moveFiles as move,
  orderFiles as order,
  restoreFiles as restore,
  retryFile as retry,
} from './server/files.server.ts'
import { finishUpload as finish } from './server/finishUpload.server.ts'
import { listFiles, listListingFiles } from './server/listFiles.server.ts'
import { createDownloadUrl, requirePublicPicture } from './server/serveFiles.server.ts'

/** A name of 5,000 characters, of which the encoding may need five bytes each. */
const longNamePayload = { maxBytes: 32_000, maxValues: 20 }
/** 500 ids. */
const fileIdsPayload = { maxBytes: 32_000, maxValues: 600 }

export const getUploadUrl = createServerFn({ method: 'POST' })
  .middleware([subscribedWithPayload(longNamePayload)])
  .validator(BeginUploadInput)
  .handler(({ data, context }) => beginUpload(context.services, context.agent, data))

export const resumeUpload = createServerFn({ method: 'POST' })
  .middleware([subscribed])
  .validator(UploadIdInput)
  .handler(({ data, context }) => resume(context.services, context.agent, data.uploadId))

export const finishUpload = createServerFn({ method: 'POST' })
  .middleware([subscribed])
  .validator(UploadIdInput)
  .handler(({ data, context }) => finish(context.services, context.agent, data.uploadId))

export const cancelUpload = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(UploadIdInput)
  .handler(({ data, context }) => cancel(context.services, context.agent, data.uploadId))

export const getDownloadUrl = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(DownloadInput)
  .handler(({ data, context }) => createDownloadUrl(context.services, context.agent, data))

/** For clients that only have a photo's id. Our own pages build the URL themselves.
 * @public */
export const fetchImageUrl = createServerFn({ method: 'GET' })
  .middleware([anyone])
  .validator(ImageUrlInput)
  .handler(async ({ data, context }) => {
    const { replacedAt } = await requirePublicPicture(context.db, data.id)
    return { url: context.services.env.APP_URL + photoUrl(data.id, data.width, replacedAt) }
  })

export const fetchFiles = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(ListFilesInput)
  .handler(({ data, context }) => listFiles(context.db, context.agent, data))

export type FilesResult = Awaited<ReturnType<typeof fetchFiles>>
export type ListedFile = FilesResult['files'][number]

export const fetchListingFiles = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(ListListingFilesInput)
  .handler(({ data, context }) => listListingFiles(context.db, context.agent, data.listingId))

export const fetchStorage = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .handler(({ context }) => readStorageUse(context.db, context.agent))

export const changeFile = createServerFn({ method: 'POST' })
  .middleware([subscribed])
  .validator(UpdateFileInput)
  .handler(({ data, context }) => change(context.db, context.agent, data))

export const orderFiles = createServerFn({ method: 'POST' })
  .middleware([subscribedWithPayload(fileIdsPayload)])
  .validator(OrderFilesInput)
  .handler(({ data, context }) =>
    changeAndRedrawSharePictures(
      context.services,
      context.agent,
      () => [data.listingId],
      (tx) => order(tx, context.agent, data.listingId, data.ids),
    ),
  )

export const moveFiles = createServerFn({ method: 'POST' })
  .middleware([subscribedWithPayload(fileIdsPayload)])
  .validator(MoveFilesInput)
  .handler(({ data, context }) =>
    changeAndRedrawSharePictures(
      context.services,
      context.agent,
      (tx) => findAffectedListingIds(tx, context.agent, data.ids, data.listingId),
      (tx) => move(tx, context.agent, data.ids, data.listingId),
    ),
  )

/** Archiving needs no subscription. */
export const archiveFiles = createServerFn({ method: 'POST' })
  .middleware([signedInWithPayload(fileIdsPayload)])
  .validator(FileIdsInput)
  .handler(({ data, context }) =>
    changeAndRedrawSharePictures(
      context.services,
      context.agent,
      (tx) => findAffectedListingIds(tx, context.agent, data.ids),
      (tx) => archive(tx, context.agent, data.ids),
    ),
  )

export const restoreFiles = createServerFn({ method: 'POST' })
  .middleware([subscribedWithPayload(fileIdsPayload)])
  .validator(FileIdsInput)
  .handler(({ data, context }) =>
    changeAndRedrawSharePictures(
      context.services,
      context.agent,
      (tx) => findAffectedListingIds(tx, context.agent, data.ids),
      (tx) => restore(tx, context.agent, data.ids),
    ),
  )

export const deleteFiles = createServerFn({ method: 'POST' })
  .middleware([signedInWithPayload(fileIdsPayload)])
  .validator(FileIdsInput)
  .handler(({ data, context }) => deleteForGood(context.services, context.agent, data.ids))

export const undoDeleteFiles = createServerFn({ method: 'POST' })
  .middleware([signedInWithPayload(fileIdsPayload)])
  .validator(FileIdsInput)
  .handler(({ data, context }) => undoDelete(context.services, context.agent, data.ids))

export const chooseCover = createServerFn({ method: 'POST' })
  .middleware([subscribed])
  .validator(ChooseCoverInput)
  .handler(({ data, context }) =>
    changeAndRedrawSharePictures(
      context.services,
      context.agent,
      () => [data.listingId],
      (tx) => choose(tx, context.agent, data.listingId, data.fileId),
    ),
  )

export const retryFile = createServerFn({ method: 'POST' })
  .middleware([subscribed])
  .validator(FileIdInput)
  .handler(({ data, context }) => retry(context.services, context.agent, data.id))

/** Who may open a document and how. */
export const fetchDocumentSettings = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(FileIdInput)
  .handler(({ data, context }) => readDocumentSettings(context.db, context.agent, data.id))

/** Hiding a document needs no subscription. */
export const saveDocumentSettings = createServerFn({ method: 'POST' })
  .middleware([signedInWithPayload(fileIdsPayload)])
  .validator(DocumentSettings)
  .handler(({ data, context }) => saveSettings(context.db, context.agent, data))

export const fetchDocumentDefaults = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(ListListingFilesInput)
  .handler(({ data, context }) => readDocumentDefaults(context.db, context.agent, data.listingId))

export const saveDocumentDefaults = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(DocumentDefaults)
  .handler(({ data, context }) => saveDefaults(context.db, context.agent, data))

export const documentSettingsQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.files.settings(id),
    queryFn: () => fetchDocumentSettings({ data: { id } }),
    // The form shows what is stored now.
    staleTime: 0,
    meta: { handled: true },
  })
export const documentDefaultsQuery = (listingId: string) =>
  queryOptions({
    queryKey: queryKeys.files.defaults(listingId),
    queryFn: () => fetchDocumentDefaults({ data: { listingId } }),
    staleTime: 0,
    meta: { handled: true },
  })

/** While a file is being prepared. */
const REFETCH_MS = 1_500
const isPreparing = (files: { state: string }[] = []) => files.some(({ state }) => state === 'processing')

export const filesQuery = (filter: Partial<ListFilesInput>) =>
  infiniteQueryOptions({
    queryKey: queryKeys.files.list(filter),
    queryFn: ({ pageParam }) => fetchFiles({ data: { ...filter, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    // Each refetch is one request per loaded page, so a longer list is refetched less often.
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ files }) => isPreparing(files)) && REFETCH_MS * data.pages.length,
    // The page shows the error itself.
    meta: { handled: true },
  })
export const listingFilesQuery = (listingId: string) =>
  queryOptions({
    queryKey: queryKeys.files.ofListing(listingId),
    queryFn: () => fetchListingFiles({ data: { listingId } }),
    refetchInterval: ({ state }) => isPreparing(state.data) && REFETCH_MS,
    meta: { handled: true },
  })
export const storageQuery = queryOptions({ queryKey: queryKeys.files.storage, queryFn: () => fetchStorage() })
