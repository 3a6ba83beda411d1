import { createFileRoute } from '@tanstack/react-router'
import { developmentOnly, noPage } from '#platform/development/developmentOnly.ts'
import { rawEmail } from '#platform/development/emailPages.server.ts'

export const Route = createFileRoute('/dev/mail_/$id_/raw')({
  ...noPage,
  server: { handlers: { GET: developmentOnly<{ id: string }>('mail', ({ params }) => rawEmail(params.id)) } },
})
