import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { formatCount } from '#ui/format/format.ts'
import { callInBatches, useOptimisticMutation } from '#ui/mutation/useOptimisticMutation.ts'
import {
  archiveFiles,
  changeFile,
  chooseCover,
  deleteFiles,
  type FilesResult,
  moveFiles,
  orderFiles,
  restoreFiles,
  retryFile,
  undoDeleteFiles,
} from '../files.functions.ts'
import { MAX_FILES_PER_CALL, UNDO_DELETE_MINUTES, type UpdateFileInput } from '../files.schema.ts'
import type { OwnFile } from '../ownFile.ts'

/** What becomes of a cached file: itself, a changed one, or nothing. */
type CachedFileChange = <Shown extends OwnFile>(file: Shown) => Shown[]

interface FileMutation<Input> {
  mutationFn: (input: Input) => Promise<unknown>
  /** How each file looks until the server has answered. */
  change?: (input: Input) => CachedFileChange
  successMessage?: (input: Input) => string
  undo?: (input: Input) => () => void
}

const useFileMutation = <Input>({ change, ...mutation }: FileMutation<Input>) =>
  useOptimisticMutation({
    ...mutation,
    queryKey: queryKeys.files.all,
    updateCache: (queryClient, input: Input) => change && updateCachedFiles(queryClient, change(input)),
    // Listings count files and show their cover; public pages show both.
    invalidates: [
      { queryKey: queryKeys.files.all },
      { queryKey: queryKeys.listings.all },
      { queryKey: queryKeys.publicListing.all },
    ],
  })

/** Changes files in every cached list and in the panels of the listing editor. */
function updateCachedFiles(queryClient: QueryClient, change: CachedFileChange) {
  queryClient.setQueriesData<OwnFile[]>({ queryKey: queryKeys.files.ofListings }, (files) => files?.flatMap(change))
  queryClient.setQueriesData<InfiniteData<FilesResult>>(
    { queryKey: queryKeys.files.lists },
    (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, files: page.files.flatMap(change) })) },
  )
}

/** A single file by name, several as a count. */
export const filesLabel = (files: readonly OwnFile[]) =>
  (files.length === 1 ? files[0]?.name : formatCount(files.length, 'file')) ?? ''
const fileIds = (files: readonly OwnFile[]) => files.map(({ id }) => id)

const withoutFiles =
  (files: readonly OwnFile[]) =>
  <Shown extends OwnFile>(file: Shown) =>
    files.some(({ id }) => id === file.id) ? [] : [file]

const withState =
  (state: OwnFile['state']) =>
  (files: readonly OwnFile[]) =>
  <Shown extends OwnFile>(file: Shown): Shown[] => [files.some(({ id }) => id === file.id) ? { ...file, state } : file]

export function useFileActions() {
  const change = useFileMutation<UpdateFileInput>({
    mutationFn: (data) => changeFile({ data }),
    change: (input) => (file) => {
      const isDated = input.issuedOn !== undefined
      return [file.id === input.id ? { ...file, ...input, ...(isDated && { suggestedIssuedOn: null }) } : file]
    },
  })
  const restore = useFileMutation<readonly OwnFile[]>({
    mutationFn: (files) => callInBatches(fileIds(files), MAX_FILES_PER_CALL, (ids) => restoreFiles({ data: { ids } })),
    change: withoutFiles,
    successMessage: (files) => `${filesLabel(files)} restored.`,
  })
  const archive = useFileMutation<readonly OwnFile[]>({
    mutationFn: (files) => callInBatches(fileIds(files), MAX_FILES_PER_CALL, (ids) => archiveFiles({ data: { ids } })),
    change: withoutFiles,
    successMessage: (files) => `${filesLabel(files)} archived.`,
    undo: (files) => () => restore.mutate(files),
  })
  const undoRemove = useFileMutation<readonly OwnFile[]>({
    mutationFn: (files) =>
      callInBatches(fileIds(files), MAX_FILES_PER_CALL, (ids) => undoDeleteFiles({ data: { ids } })),
    change: withState('archived'),
    successMessage: (files) => `${filesLabel(files)} moved back to the archive.`,
  })
  const remove = useFileMutation<readonly OwnFile[]>({
    mutationFn: (files) => callInBatches(fileIds(files), MAX_FILES_PER_CALL, (ids) => deleteFiles({ data: { ids } })),
    change: withState('deleted'),
    successMessage: (files) => `${filesLabel(files)} deleted. You can undo this for ${UNDO_DELETE_MINUTES} minutes.`,
    undo: (files) => () => undoRemove.mutate(files),
  })
  const move = useFileMutation<{ files: readonly OwnFile[]; listingId: string | null; title: string }>({
    mutationFn: ({ files, listingId }) =>
      callInBatches(fileIds(files), MAX_FILES_PER_CALL, (ids) => moveFiles({ data: { ids, listingId } })),
    successMessage: ({ files, title }) => `${filesLabel(files)} moved to ${title}.`,
  })
  const retry = useFileMutation<OwnFile>({
    mutationFn: ({ id }) => retryFile({ data: { id } }),
    change: (failed) => (file) => [file.id === failed.id ? { ...file, state: 'processing', failure: null } : file],
  })
  return {
    change: change.mutate,
    restore: restore.mutate,
    archive: archive.mutate,
    remove: remove.mutate,
    undoRemove: undoRemove.mutate,
    move: move.mutate,
    retry: retry.mutate,
  }
}

/** Changes the order of a listing's photos or documents. */
export const useFileOrder = (listingId: string) =>
  useFileMutation<string[]>({
    mutationFn: (ids) => orderFiles({ data: { listingId, ids } }),
    change: (ids) => (file) => {
      const rank = ids.indexOf(file.id)
      return [rank < 0 ? file : { ...file, rank }]
    },
  }).mutate

/** The listing's cover photo; while a change is being saved, already the new one. */
export function useCoverPhoto(listingId: string, coverFileId: string | null) {
  const { mutate, isPending, variables } = useFileMutation<OwnFile>({
    mutationFn: ({ id }) => chooseCover({ data: { listingId, fileId: id } }),
  })
  return { choose: mutate, cover: isPending && variables ? variables.id : coverFileId }
}
