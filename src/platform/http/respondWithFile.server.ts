import type { Services } from '../services.server.ts'
import { STORAGE_PATH } from '../storage/disk/signature.server.ts'
import { explainError } from './explain.server.ts'
import { errorResponse, withRequestContext } from './respond.server.ts'
import { countTransfer } from './transfers.server.ts'

type FileServices = Pick<Services, 'findClientIp' | 'securityHeaders' | 'log' | 'storage'>

/** Answers an address of the storage, if that is ours to serve. Bodies stream, and have no limit but the signed one. */
export function respondWithFile({ storage, ...services }: FileServices, request: Request): Promise<Response> | undefined {
  const { serve } = storage
  if (!serve || !new URL(request.url).pathname.startsWith(STORAGE_PATH)) return undefined
  return withRequestContext(services, request, async () => {
    try {
      countTransfer()
      return await serve(request)
    } catch (error) {
      const refusal = errorResponse(explainError(services.log, error), request)
      // Cutting the line while a body still comes in would cost the sender the answer.
      refusal.headers.delete('connection')
      return refusal
    }
  })
}
