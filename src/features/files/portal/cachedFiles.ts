import type { QueryClient } from '@tanstack/react-query'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import type { OwnFile } from '../describeFile.ts'
import type { FilesResult } from '../files.functions.ts'

/** What becomes of a file: itself, another, or nothing. */
type CachedFileChange = <Shown extends OwnFile>(file: Shown) => Shown[]

/** Shows a change in everything that the browser holds, before the server has agreed. Answers how to take it back. */
export async function updateCachedFiles(queryClient: QueryClient, change: CachedFileChange) {
  // An answer that is on its way knows only the old state.
  await queryClient.cancelQueries({ queryKey: [queryKeys.files] })
  const before = queryClient.getQueriesData({ queryKey: [queryKeys.files] })
  queryClient.setQueriesData<OwnFile[]>({ queryKey: [queryKeys.files, 'of'] }, (files) => files?.flatMap(change))
  queryClient.setQueriesData<FilesResult>(
    { queryKey: [queryKeys.files, 'list'] },
    (page) => page && { ...page, files: page.files.flatMap(change) },
  )
  return function putBack() {
    for (const [key, data] of before) queryClient.setQueryData(key, data)
  }
}

/** Counts, covers and public pages show files too. */
export const invalidateFiles = (queryClient: QueryClient) =>
  Promise.all(
    [queryKeys.files, queryKeys.listings, queryKeys.publicListing].map((key) =>
      queryClient.invalidateQueries({ queryKey: [key] }),
    ),
  )
