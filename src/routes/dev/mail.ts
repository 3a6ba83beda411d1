import { createFileRoute } from '@tanstack/react-router'
import { developmentOnly, notFoundRoute } from '#platform/development/developmentOnly.ts'
import { emailListPage } from '#platform/development/emailPages.server.ts'

export const Route = createFileRoute('/dev/mail')({
  ...notFoundRoute,
  server: { handlers: { GET: developmentOnly('mail', () => emailListPage()) } },
})
