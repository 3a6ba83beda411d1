import { createFileRoute } from '@tanstack/react-router'
import { developmentOnly, noPage } from '#platform/development/developmentOnly.ts'
import { emailPage } from '#platform/development/emailPages.server.ts'

export const Route = createFileRoute('/dev/mail_/$id')({
  ...noPage,
  server: { handlers: { GET: developmentOnly<{ id: string }>('mail', ({ params }) => emailPage(params.id)) } },
})
