import { createServerFn } from '@tanstack/react-start'
import { anyone } from '#platform/access.ts'
import { findLiveExample } from './liveExample.server.ts'

/** The path of the listing to show as an example, or null. For the loader of the home page. */
export const fetchLiveExample = createServerFn({ method: 'GET' })
  .middleware([anyone])
  .handler(({ context }) => findLiveExample(context.db, context.services.env))
