import { createServerEntry, createStartHandler, defaultStreamHandler } from '@tanstack/react-start/server'
import { respond } from '#platform/http/respond.server.ts'
import { respondWithFile } from '#platform/http/respondWithFile.server.ts'
import { useServices } from '#platform/services.server.ts'

const start = createStartHandler(defaultStreamHandler)

/** Files are served before Start sees them: it would buffer and limit what must stream. */
export default createServerEntry({
  fetch: (request) => {
    const services = useServices()
    return respondWithFile(services, request) ?? respond(services, request, start)
  },
})
