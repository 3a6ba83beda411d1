import { createFileRoute } from '@tanstack/react-router'
import { serveShortLink } from '#features/listings/channels/followShortLink.server.ts'

/** The short link of one channel of a listing. */
export const Route = createFileRoute('/l/$code')({
  server: { handlers: { GET: ({ params: { code }, request }) => serveShortLink(code, request.url) } },
})
