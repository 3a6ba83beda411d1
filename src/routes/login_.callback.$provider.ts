import { createFileRoute } from '@tanstack/react-router'
import { serveIdentityCallback } from '#features/accounts/server/credentials/identities/identityCallback.server.ts'
import { createInvitedMember } from '#features/agencies/server/joinAgency.server.ts'

/** Where Google and Microsoft send the browser back to. */
export const Route = createFileRoute('/login_/callback/$provider')({
  server: {
    handlers: {
      GET: ({ params: { provider }, request }) => serveIdentityCallback(provider, request, createInvitedMember),
    },
  },
})
