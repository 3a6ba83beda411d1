import { createFileRoute } from '@tanstack/react-router'
import { serveCertificate } from '#features/disclosure/server/createCertificate.server.ts'

/** The disclosure certificate of one of the signed-in agent's listings, for one person with `?person=`. */
export const Route = createFileRoute('/portal/listings/$id_/certificate')({
  server: {
    handlers: {
      GET: ({ params: { id }, request }) => serveCertificate(id, new URL(request.url).searchParams.get('person')),
    },
  },
})
