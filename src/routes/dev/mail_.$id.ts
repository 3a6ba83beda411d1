import { createFileRoute } from '@tanstack/react-router'
import { developmentOnly, notFoundRoute } from '#platform/development/developmentOnly.ts'
import { emailPage } from '#platform/development/emailPages.server.ts'

export const Route = createFileRoute('/dev/mail_/$id')({
  ...notFoundRoute,
  server: { handlers: { GET: developmentOnly<{ id: string }>('mail', ({ params }) => emailPage(params.id)) } },
})
