import { request } from 'node:http'

/** Unlike fetch, sends any Host header and leaves the path as it is. */
export function rawRequest(options: {
  port: number
  path: string
  headers: Record<string, string>
  localAddress?: string
}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
    const sent = request({ ...options, hostname: '127.0.0.1', agent: false }, async (response) => {
      const body = Buffer.concat(await response.toArray()).toString('utf8')
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body })
    })
    sent.on('error', reject).end()
  })
}
