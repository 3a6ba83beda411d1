import { getRequestHeaders } from '@tanstack/react-start/server'
import { currentRequest } from '../http/currentRequest.server.ts'
import { useServices } from '../services.server.ts'

/** Describes the visitor who makes the current call, for an event at this listing. */
export function currentVisitor(listingId: string) {
  const { clientIp, peer } = currentRequest()
  return useServices().visitors.describe({ clientIp, peer, headers: getRequestHeaders() }, listingId, new Date())
}
