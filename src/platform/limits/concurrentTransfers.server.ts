import { AppError } from '../errors.ts'
import { currentRequest } from '../http/currentRequest.server.ts'
import { rateLimitKey } from '../http/ipAddresses.server.ts'

/** A browser opens six connections, and a whole office may share one address. */
const MAX_TRANSFERS_PER_ADDRESS = 100
const RETRY_AFTER_SECONDS = 30

/** Running transfers of this process by the visitor's address. */
const transfersByAddress = new Map<string, number>()

/**
 * Counts the current request among its visitor's transfers until its response is complete. Everything that streams is counted:
 * each transfer holds a buffer and an open file for as long as the client takes.
 */
export function countTransfer() {
  const { clientIp, onClose } = currentRequest()
  if (!onClose) return
  const address = rateLimitKey(clientIp)
  const count = transfersByAddress.get(address) ?? 0
  if (count >= MAX_TRANSFERS_PER_ADDRESS) throw tooManyTransfers()
  transfersByAddress.set(address, count + 1)
  onClose(() => {
    const left = (transfersByAddress.get(address) ?? 1) - 1
    if (left > 0) transfersByAddress.set(address, left)
    else transfersByAddress.delete(address)
  })
}

const tooManyTransfers = () =>
  new AppError(
    'TooManyRequests',
    429,
    'Too many downloads and uploads are running from your network. Try again in a minute.',
    { retryAfter: RETRY_AFTER_SECONDS },
  )
