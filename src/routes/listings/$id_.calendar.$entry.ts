import { createFileRoute } from '@tanstack/react-router'
import { serveCalendarFile } from '#features/listings/server/serveCalendarFiles.server.ts'

/** An open home or the auction of a public listing, for a buyer's calendar. */
export const Route = createFileRoute('/listings/$id_/calendar/$entry')({
  server: { handlers: { GET: ({ params: { id, entry } }) => serveCalendarFile(id, entry) } },
})
