import { createFileRoute } from '@tanstack/react-router'
import { followShortLink } from '#features/listings/channels/followShortLink.server.ts'

/** The short link of one channel of a listing. */
export const Route = createFileRoute('/l/$code')({
  server: { handlers: { GET: ({ params: { code }, request }) => followShortLink(code, request.url) } },
})
