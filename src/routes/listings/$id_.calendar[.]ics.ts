import { createFileRoute } from '@tanstack/react-router'
import { serveListingCalendar } from '#features/listings/server/serveCalendarFiles.server.ts'

/** The open homes and the sale of a public listing, for a phone that subscribes to them. */
export const Route = createFileRoute('/listings/$id_/calendar.ics')({
  server: { handlers: { GET: ({ params: { id }, request }) => serveListingCalendar(id, request) } },
})
