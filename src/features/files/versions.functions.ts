import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { signedIn, subscribed } from '#platform/auth/accessMiddleware.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { DocumentValidity, FileIdInput, VersionInput, VersionNoteInput, VersionRetention } from './files.schema.ts'
import {
  changeVersionNote as changeNote,
  listVersions,
  removeVersion as remove,
  restoreVersion as restore,
  saveVersionRetention as saveRetention,
  saveDocumentValidity as saveValidity,
} from './server/versions/versions.server.ts'

export const fetchVersions = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(FileIdInput)
  .handler(({ data, context }) => listVersions(context.db, context.agent, data.id))

export type DocumentVersion = Awaited<ReturnType<typeof fetchVersions>>[number]

export const restoreVersion = createServerFn({ method: 'POST' })
  .middleware([subscribed])
  .validator(VersionInput)
  .handler(({ data, context }) => restore(context.services, context.agent, data))

/** Like archiving, removing needs no subscription. */
export const removeVersion = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(VersionInput)
  .handler(({ data, context }) => remove(context.services, context.agent, data))

export const changeVersionNote = createServerFn({ method: 'POST' })
  .middleware([subscribed])
  .validator(VersionNoteInput)
  .handler(({ data, context }) => changeNote(context.services, context.agent, data))

export const saveVersionRetention = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(VersionRetention)
  .handler(({ data, context }) => saveRetention(context.db, context.agent, data))

export const saveDocumentValidity = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(DocumentValidity)
  .handler(({ data, context }) => saveValidity(context.db, context.agent, data))

export const versionsQuery = (fileId: string) =>
  queryOptions({
    queryKey: queryKeys.files.versions(fileId),
    queryFn: () => fetchVersions({ data: { id: fileId } }),
    // The drawer shows the error itself.
    meta: { handled: true },
  })
