import { createFileRoute } from '@tanstack/react-router'
import { serveAgentCalendar } from '#features/calendar/server/calendarLinks.server.ts'

/** An agent's private calendar, for the program that subscribes to it. */
export const Route = createFileRoute('/calendar/$key')({
  server: { handlers: { GET: ({ params: { key } }) => serveAgentCalendar(key) } },
})
