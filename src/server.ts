import { createServerEntry, createStartHandler, defaultStreamHandler } from '@tanstack/react-start/server'
import { respond } from '#platform/http/respond.server.ts'
import { useServices } from '#platform/services.server.ts'

const start = createStartHandler(defaultStreamHandler)

export default createServerEntry({ fetch: (request) => respond(useServices(), request, start) })
