import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { useOptimisticMutation } from '#ui/mutation/useOptimisticMutation.ts'
import type { OwnFile } from '../../ownFile.ts'
import { type DocumentVersion, removeVersion, restoreVersion } from '../../versions.functions.ts'

/** What can be done with the earlier versions of a document. */
export function useVersionActions({ id, name }: OwnFile) {
  const queryKey = queryKeys.files.versions(id)
  const restore = useOptimisticMutation<number, unknown>({
    mutationFn: (version) => restoreVersion({ data: { id, version } }),
    queryKey,
    successMessage: (version) => `Version ${version} of ${name} restored. Buyers see it in a moment.`,
    invalidates: [{ queryKey: queryKeys.files.all }, { queryKey: queryKeys.publicListing.all }],
  })
  const remove = useOptimisticMutation<number, unknown>({
    mutationFn: (version) => removeVersion({ data: { id, version } }),
    queryKey,
    updateCache: (queryClient, version) =>
      queryClient.setQueryData<DocumentVersion[]>(queryKey, (versions) =>
        versions?.filter((one) => one.version !== version),
      ),
    successMessage: (version) => `Version ${version} of ${name} removed.`,
    invalidates: [{ queryKey: queryKeys.files.all }],
  })
  return { restore: restore.mutate, remove: remove.mutate, isBusy: restore.isPending }
}
