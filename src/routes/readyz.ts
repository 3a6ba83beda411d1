import { createFileRoute } from '@tanstack/react-router'
import { isReady } from '#platform/process/startAndStop.server.ts'

/** Ready for visitors: database reachable, migrations applied, not stopping. */
export const Route = createFileRoute('/readyz')({
  server: {
    handlers: {
      GET: async () => {
        const ready = await isReady()
        return Response.json({ status: ready ? 'ready' : 'not ready' }, { status: ready ? 200 : 503 })
      },
    },
  },
})
