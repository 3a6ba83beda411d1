import type { Server, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

interface DrainTimes {
  /** How long new connections are still taken: a proxy hears of the stop before it is refused. */
  lingerMs: number
  /** How long answers may take after that. */
  timeoutMs: number
}

/**
 * A stop that lets every answer out, each as the last one on its connection: connections that browsers and proxies keep for
 * later would hold it up.
 */
export function createDrain(server: Server, { lingerMs, timeoutMs }: DrainTimes) {
  const underWay = new Set<ServerResponse>()
  let isLeaving = false
  let isClosing = false

  server.prependListener('request', (_request, response: ServerResponse) => {
    underWay.add(response)
    if (isLeaving) closeAfterResponse(response)
    response.once('close', () => {
      underWay.delete(response)
      // One that had begun before the stop has promised to keep its connection.
      if (isClosing) setImmediate(() => server.closeIdleConnections())
    })
  })

  return async (close: () => Promise<unknown>) => {
    isLeaving = true
    for (const response of underWay) closeAfterResponse(response)
    // Until then idle connections stay: somebody may be about to ask on one.
    await delay(lingerMs)
    isClosing = true
    const impatience = setTimeout(() => server.closeAllConnections(), timeoutMs)
    await close()
    clearTimeout(impatience)
  }
}

function closeAfterResponse(response: ServerResponse) {
  if (!response.headersSent) response.setHeader('connection', 'close')
}
