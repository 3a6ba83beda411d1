import type { Services } from '../services.server.ts'
import { STORAGE_PATH } from '../storage/disk/signature.server.ts'
import { explain } from './explain.server.ts'
import { errorResponse, framed } from './respond.server.ts'
import { countTransfer } from './transfers.server.ts'

type Parts = Pick<Services, 'findClientIp' | 'securityHeaders' | 'log' | 'storage'>

/** Answers an address of the storage, if that is ours to serve. Bodies stream, and have no limit but the signed one. */
export function respondWithFile({ storage, ...services }: Parts, request: Request): Promise<Response> | undefined {
  const { serve } = storage
  if (!serve || !new URL(request.url).pathname.startsWith(STORAGE_PATH)) return undefined
  return framed(services, request, async () => {
    try {
      countTransfer()
      return await serve(request)
    } catch (error) {
      const refusal = errorResponse(explain(services.log, error), request)
      // Cutting the line while a body still comes in would cost the sender the answer.
      refusal.headers.delete('connection')
      return refusal
    }
  })
}
