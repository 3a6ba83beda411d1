import {
  type InvalidateQueryFilters,
  type MutationFunction,
  type MutationOptions,
  type QueryClient,
  type QueryKey,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { showAndReportError } from '#platform/telemetry/browser/showAndReportError.ts'
import { showToast, showUndoToast } from '../feedback/toasts.tsx'

type Rollback = () => void

interface OptimisticMutation<Input, Result> {
  mutationFn: MutationFunction<Result, Input>
  /** The start of the keys of all cached queries that show the change. */
  queryKey: QueryKey
  /** Writes the expected result into those queries, before the server has answered. */
  updateCache?: (queryClient: QueryClient, input: Input) => unknown
  /**
   * Reverts this one change, for mutations that overlap. By default each query gets back the data it had before the change,
   * which also discards the changes of mutations that started later.
   */
  rollback?: (queryClient: QueryClient, input: Input) => unknown
  successMessage?: (input: Input) => string
  /**
   * What the Undo button beside the success message does; without it there is no button. It can call `rollback` to show the
   * old state before the server has answered.
   */
  undo?: (input: Input, rollback: Rollback, result: Result) => (() => void) | undefined
  onSuccess?: (queryClient: QueryClient, result: Result) => unknown
  /** What to fetch again once the server has answered, with success or failure. */
  invalidates?: readonly InvalidateQueryFilters[]
  /** Mutations with the same scope run one after another. Their cache updates still happen at once. */
  scope?: string
}

/**
 * A change that is visible at once. When the server refuses it, the old state returns with an error toast; when the server
 * accepts it, a toast can offer to undo it.
 */
export function useOptimisticMutation<Input, Result>(mutation: OptimisticMutation<Input, Result>) {
  const queryClient = useQueryClient()
  return useMutation(optimisticMutationOptions(queryClient, mutation))
}

export function optimisticMutationOptions<Input, Result>(
  queryClient: QueryClient,
  mutation: OptimisticMutation<Input, Result>,
): MutationOptions<Result, Error, Input, Rollback> {
  const { mutationFn, queryKey, updateCache, successMessage, undo, onSuccess, invalidates = [], scope } = mutation
  return {
    mutationFn,
    ...(scope && { scope: { id: scope } }),
    async onMutate(input) {
      // A pending response still has the old state.
      await queryClient.cancelQueries({ queryKey })
      const rollback = mutation.rollback
        ? () => mutation.rollback?.(queryClient, input)
        : snapshotQueries(queryClient, queryKey)
      updateCache?.(queryClient, input)
      return rollback
    },
    onError(error, _input, rollback) {
      rollback?.()
      showAndReportError(error)
    },
    onSuccess(result, input, rollback) {
      const message = successMessage?.(input)
      const onUndo = undo?.(input, rollback, result)
      if (message && onUndo) showUndoToast(message, onUndo)
      else if (message) showToast(message)
      onSuccess?.(queryClient, result)
    },
    onSettled: () => Promise.all(invalidates.map((filters) => queryClient.invalidateQueries(filters))),
  }
}

function snapshotQueries(queryClient: QueryClient, queryKey: QueryKey): Rollback {
  const before = queryClient.getQueriesData({ queryKey })
  return () => {
    for (const [key, data] of before) queryClient.setQueryData(key, data)
  }
}

/** One call after another, each with as many ids as the server accepts at once. */
export async function callInBatches(ids: string[], batchSize: number, call: (ids: string[]) => Promise<unknown>) {
  for (let start = 0; start < ids.length; start += batchSize) await call(ids.slice(start, start + batchSize))
}
