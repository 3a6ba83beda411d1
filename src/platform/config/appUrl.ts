import { useLoaderData } from '@tanstack/react-router'

/** Where the public finds us, which need not be where this browser is. */
export const useAppUrl = () => useLoaderData({ from: '__root__' }).appUrl

interface Match {
  routeId: string
  loaderData?: unknown
}

/** What `useAppUrl` answers, for a page's head. */
export function appUrlFromMatches(matches: readonly Match[]) {
  const data = matches.find(({ routeId }) => routeId === '__root__')?.loaderData
  const isKnown = typeof data === 'object' && data !== null && 'appUrl' in data && typeof data.appUrl === 'string'
  return isKnown ? String(data.appUrl) : ''
}
