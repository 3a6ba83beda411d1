import { createFileRoute } from '@tanstack/react-router'
import { developmentOnly, notFoundRoute } from '#platform/development/developmentOnly.ts'
import { rawEmail } from '#platform/development/emailPages.server.ts'

export const Route = createFileRoute('/dev/mail_/$id_/raw')({
  ...notFoundRoute,
  server: { handlers: { GET: developmentOnly<{ id: string }>('mail', ({ params }) => rawEmail(params.id)) } },
})
