import { call } from './call.ts'

const MAX_REDIRECTS = 12

/** Keeps cookies like a browser, and follows redirects one at a time. */
export function openHttpBrowser(appUrl: string, headers: Record<string, string> = {}, cookies = '') {
  const jar = new Map(
    cookies ? cookies.split('; ').map((one) => one.split(/=(.*)/s).slice(0, 2) as [string, string]) : [],
  )
  const cookie = () => [...jar].map((pair) => pair.join('=')).join('; ')
  function keep(answer: Headers) {
    for (const line of answer.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s)
      if (value) jar.set(name, value)
      else jar.delete(name)
    }
  }
  async function request(name: string, method: 'GET' | 'POST', data?: unknown) {
    const answer = await call(appUrl, name, { method, data, headers: { ...headers, cookie: cookie() } })
    keep(answer.headers)
    return answer
  }
  /** Follows redirects until one leads to an address that starts like this. Returns it without opening it. */
  async function follow(url: string, until: string) {
    let next = url
    for (let i = 0; i < MAX_REDIRECTS; i++) {
      if (next.startsWith(until)) return next
      const { headers: answer, status } = await open(next)
      const location = answer.get('location')
      if (!location) throw new Error(`${next} answered ${status} and led nowhere.`)
      next = new URL(location, next).href
    }
    throw new Error('Too many redirects.')
  }
  async function open(url: string) {
    const answer = await fetch(new URL(url, appUrl), {
      redirect: 'manual',
      headers: { ...headers, accept: 'text/html', cookie: cookie() },
    })
    keep(answer.headers)
    return answer
  }
  return {
    cookie,
    open,
    follow,
    post: (name: string, data?: unknown) => request(name, 'POST', data),
    get: (name: string) => request(name, 'GET'),
  }
}
