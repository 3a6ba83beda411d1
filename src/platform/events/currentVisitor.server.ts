import { getRequestHeaders } from '@tanstack/react-start/server'
import { currentRequest } from '../http/currentRequest.server.ts'
import { useServices } from '../services.server.ts'

/** What may be said of whoever makes the current call, for what it does at a listing. */
export function currentVisitor(listingId: string) {
  const { clientIp, peer } = currentRequest()
  return useServices().visitors.describe({ clientIp, peer, headers: getRequestHeaders() }, listingId, new Date())
}
