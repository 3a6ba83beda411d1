/**
 * Events that reach nobody (status 0) are retried 10 times by the specification, but 3 times by the library, which
 * keeps 10 for 5xx answers. So a failed delivery of events looks like a 503 to it; everything else stays as it is.
 */
export function answerFailuresWith503(fetch: typeof window.fetch, host: string): typeof window.fetch {
  return async (input, init) => {
    try {
      return await fetch(input, init)
    } catch (error) {
      if (typeof input === 'string' && init?.method === 'POST' && deliversEvents(input, host))
        return new Response(null, { status: 503 })
      throw error
    }
  }
}

const deliversEvents = (url: string, host: string) => url.startsWith(host) && !url.includes('/flags/')
