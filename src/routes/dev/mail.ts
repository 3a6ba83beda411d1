import { createFileRoute } from '@tanstack/react-router'
import { developmentOnly, noPage } from '#platform/development/developmentOnly.ts'
import { emailListPage } from '#platform/development/emailPages.server.ts'

export const Route = createFileRoute('/dev/mail')({
  ...noPage,
  server: { handlers: { GET: developmentOnly('mail', () => emailListPage()) } },
})
