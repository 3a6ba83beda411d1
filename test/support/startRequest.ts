import { createServerEntry, getResponseHeaders } from '@tanstack/react-start/server'
import { type RequestContext, runInRequestContext } from '#platform/http/currentRequest.server.ts'

interface StartRequest extends Partial<RequestContext> {
  path?: string
  /** The value of the Cookie header. */
  cookie?: string
}

/** Runs an action inside a request, as TanStack Start and our server do. Returns its result and the cookies that it sets. */
export async function insideStartRequest<Result>(
  { path = '/', cookie = '', ...context }: StartRequest,
  action: (request: Request) => Result | Promise<Result>,
) {
  const done: { result: Result; setCookies: string[] }[] = []
  const failed: unknown[] = []
  const { fetch } = createServerEntry({
    async fetch(request) {
      const known = { nonce: '', requestId: '', clientIp: '203.0.113.1', peer: '203.0.113.1', reachedCall: false }
      try {
        const result = await runInRequestContext({ ...known, ...context }, () => action(request))
        done.push({ result, setCookies: getResponseHeaders().getSetCookie() })
      } catch (error) {
        failed.push(error)
      }
      return new Response()
    },
  })
  await fetch(new Request(new URL(path, 'https://files.example.nz'), { headers: { cookie } }))
  const [outcome] = done
  if (!outcome) throw failed[0]
  return outcome
}
