import { useMutation, useQueryClient } from '@tanstack/react-query'
import { reportError } from '#platform/reporting/reportError.ts'
import { showToast, showUndoToast } from '#ui/feedback/toasts.tsx'
import type { OwnFile } from '../describeFile.ts'
import {
  archiveFiles,
  changeFile,
  chooseCover,
  deleteFiles,
  moveFiles,
  orderFiles,
  restoreFiles,
  retryFile,
  undoDeleteFiles,
} from '../files.functions.ts'
import { type ChangeFileInput, UNDO_DELETE_MINUTES } from '../files.schema.ts'
import { invalidateFiles, updateCachedFiles } from './cachedFiles.ts'

type CacheChange<Input> = (input: Input) => <Shown extends OwnFile>(file: Shown) => Shown[]

interface FileMutation<Input> {
  call: (input: Input) => Promise<unknown>
  /** How it looks until the server has answered. */
  change?: CacheChange<Input>
  praise?: (input: Input) => void
}

/** Seen at once, and put back if the server says no. */
function useFileMutation<Input>({ call, change, praise }: FileMutation<Input>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: call,
    onMutate: (input) => updateCachedFiles(queryClient, change ? change(input) : (file) => [file]),
    onSuccess: (_answer, input) => praise?.(input),
    onError: (error, _input, putBack) => {
      putBack?.()
      reportError(error)
    },
    onSettled: () => invalidateFiles(queryClient),
  })
}

export const fileCount = (files: readonly unknown[], noun = 'file') =>
  `${files.length} ${noun}${files.length === 1 ? '' : 's'}`

/** A single file by name, several as a count. */
export const filesLabel = (files: readonly OwnFile[]) => (files.length === 1 ? files[0]?.name : fileCount(files)) ?? ''
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
  const change = useFileMutation<ChangeFileInput>({
    call: (data) => changeFile({ data }),
    change: (input) => (file) => [file.id === input.id ? { ...file, ...input } : file],
  })
  const restore = useFileMutation<readonly OwnFile[]>({
    call: (files) => restoreFiles({ data: { ids: fileIds(files) } }),
    change: withoutFiles,
    praise: (files) => showToast(`${filesLabel(files)} restored.`),
  })
  const archive = useFileMutation<readonly OwnFile[]>({
    call: (files) => archiveFiles({ data: { ids: fileIds(files) } }),
    change: withoutFiles,
    praise: (files) => showUndoToast(`${filesLabel(files)} archived.`, () => restore.mutate(files)),
  })
  const undoRemove = useFileMutation<readonly OwnFile[]>({
    call: (files) => undoDeleteFiles({ data: { ids: fileIds(files) } }),
    change: withState('archived'),
    praise: (files) => showToast(`${filesLabel(files)} moved back to the archive.`),
  })
  const remove = useFileMutation<readonly OwnFile[]>({
    call: (files) => deleteFiles({ data: { ids: fileIds(files) } }),
    change: withState('deleted'),
    praise: (files) =>
      showUndoToast(`${filesLabel(files)} deleted. You can undo this for ${UNDO_DELETE_MINUTES} minutes.`, () =>
        undoRemove.mutate(files),
      ),
  })
  const move = useFileMutation<{ files: readonly OwnFile[]; listingId: string | null; title: string }>({
    call: ({ files, listingId }) => moveFiles({ data: { ids: fileIds(files), listingId } }),
    praise: ({ files, title }) => showToast(`${filesLabel(files)} moved to ${title}.`),
  })
  const retry = useFileMutation<OwnFile>({
    call: ({ id }) => retryFile({ data: { id } }),
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

/** The files of one sort in another order. */
export const useFileOrder = (listingId: string) =>
  useFileMutation<string[]>({
    call: (ids) => orderFiles({ data: { listingId, ids } }),
    change: (ids) => (file) => {
      const rank = ids.indexOf(file.id)
      return [rank < 0 ? file : { ...file, rank }]
    },
  }).mutate

/** Which photo stands for the listing, or will in a moment. */
export function useCoverPhoto(listingId: string, coverFileId: string | null) {
  const { mutate, isPending, variables } = useFileMutation<OwnFile>({
    call: ({ id }) => chooseCover({ data: { listingId, fileId: id } }),
  })
  return { choose: mutate, cover: isPending && variables ? variables.id : coverFileId }
}
