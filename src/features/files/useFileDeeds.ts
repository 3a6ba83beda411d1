import { useMutation, useQueryClient } from '@tanstack/react-query'
import { reportError } from '#platform/reporting/reportError.ts'
import { showToast, showUndoToast } from '#ui/toasts.ts'
import { changeCached, readFilesAgain } from './cachedFiles.ts'
import type { OwnFile } from './describeFile.ts'
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
} from './files.functions.ts'
import { type FileChange, UNDO_DELETE_MINUTES } from './files.ts'

type Change<Input> = (input: Input) => <Shown extends OwnFile>(file: Shown) => Shown[]

interface DeedWords<Input> {
  call: (input: Input) => Promise<unknown>
  /** How it looks until the server has answered. */
  change?: Change<Input>
  praise?: (input: Input) => void
}

/** Seen at once, and put back if the server says no. */
function useDeed<Input>({ call, change, praise }: DeedWords<Input>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: call,
    onMutate: (input) => changeCached(queryClient, change ? change(input) : (file) => [file]),
    onSuccess: (_answer, input) => praise?.(input),
    onError: (error, _input, putBack) => {
      putBack?.()
      reportError(error)
    },
    onSettled: () => readFilesAgain(queryClient),
  })
}

export const counted = (files: readonly unknown[], noun = 'file') =>
  `${files.length} ${noun}${files.length === 1 ? '' : 's'}`

/** A single file by name, several as a count. */
export const namesOf = (files: readonly OwnFile[]) => (files.length === 1 ? files[0]?.name : counted(files)) ?? ''
const idsOf = (files: readonly OwnFile[]) => files.map(({ id }) => id)

const without =
  (files: readonly OwnFile[]) =>
  <Shown extends OwnFile>(file: Shown) =>
    files.some(({ id }) => id === file.id) ? [] : [file]

const inState =
  (state: OwnFile['state']) =>
  (files: readonly OwnFile[]) =>
  <Shown extends OwnFile>(file: Shown): Shown[] => [files.some(({ id }) => id === file.id) ? { ...file, state } : file]

export function useFileDeeds() {
  const change = useDeed<FileChange>({
    call: (data) => changeFile({ data }),
    change: (input) => (file) => [file.id === input.id ? { ...file, ...input } : file],
  })
  const restore = useDeed<readonly OwnFile[]>({
    call: (files) => restoreFiles({ data: { ids: idsOf(files) } }),
    change: without,
    praise: (files) => showToast(`${namesOf(files)} restored.`),
  })
  const archive = useDeed<readonly OwnFile[]>({
    call: (files) => archiveFiles({ data: { ids: idsOf(files) } }),
    change: without,
    praise: (files) => showUndoToast(`${namesOf(files)} archived.`, () => restore.mutate(files)),
  })
  const undoRemove = useDeed<readonly OwnFile[]>({
    call: (files) => undoDeleteFiles({ data: { ids: idsOf(files) } }),
    change: inState('archived'),
    praise: (files) => showToast(`${namesOf(files)} moved back to the archive.`),
  })
  const remove = useDeed<readonly OwnFile[]>({
    call: (files) => deleteFiles({ data: { ids: idsOf(files) } }),
    change: inState('deleted'),
    praise: (files) =>
      showUndoToast(`${namesOf(files)} deleted. You can undo this for ${UNDO_DELETE_MINUTES} minutes.`, () =>
        undoRemove.mutate(files),
      ),
  })
  const move = useDeed<{ files: readonly OwnFile[]; listingId: string | null; title: string }>({
    call: ({ files, listingId }) => moveFiles({ data: { ids: idsOf(files), listingId } }),
    praise: ({ files, title }) => showToast(`${namesOf(files)} moved to ${title}.`),
  })
  const retry = useDeed<OwnFile>({
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
export const useOrder = (listingId: string) =>
  useDeed<string[]>({
    call: (ids) => orderFiles({ data: { listingId, ids } }),
    change: (ids) => (file) => {
      const rank = ids.indexOf(file.id)
      return [rank < 0 ? file : { ...file, rank }]
    },
  }).mutate

/** Which photo stands for the listing, or will in a moment. */
export function useCover(listingId: string, coverFileId: string | null) {
  const { mutate, isPending, variables } = useDeed<OwnFile>({
    call: ({ id }) => chooseCover({ data: { listingId, fileId: id } }),
  })
  return { choose: mutate, cover: isPending && variables ? variables.id : coverFileId }
}
