import { createFileRoute } from '@tanstack/react-router'
import { developmentOnly, notFoundRoute } from '#platform/development/developmentOnly.ts'
import { jobListPage, retryFailedJob } from '#platform/development/jobPages.server.ts'

export const Route = createFileRoute('/dev/jobs')({
  ...notFoundRoute,
  server: {
    handlers: {
      GET: developmentOnly('jobs', () => jobListPage()),
      POST: developmentOnly('jobs', ({ request }) => retryFailedJob(request)),
    },
  },
})
