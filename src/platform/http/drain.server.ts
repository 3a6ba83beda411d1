import type { Server, ServerResponse } from 'node:http'

/**
 * A stop that lets every answer out, each as the last one on its connection: connections that browsers and proxies keep for
 * later would hold it up.
 */
export function createDrain(server: Server, patience: number) {
  const underWay = new Set<ServerResponse>()
  let isStopping = false

  server.prependListener('request', (_request, response: ServerResponse) => {
    underWay.add(response)
    if (isStopping) sayGoodbye(response)
    response.once('close', () => {
      underWay.delete(response)
      // One that had begun before the stop has promised to keep its connection.
      if (isStopping) setImmediate(() => server.closeIdleConnections())
    })
  })

  return async (close: () => Promise<unknown>) => {
    isStopping = true
    for (const response of underWay) sayGoodbye(response)
    const impatience = setTimeout(() => server.closeAllConnections(), patience)
    await close()
    clearTimeout(impatience)
  }
}

function sayGoodbye(response: ServerResponse) {
  if (!response.headersSent) response.setHeader('connection', 'close')
}
