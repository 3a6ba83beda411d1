import { useLoaderData } from '@tanstack/react-router'

/** The public URL of the application, which may differ from the browser's. */
export const useAppUrl = () => useLoaderData({ from: '__root__' }).appUrl

interface Match {
  routeId: string
  loaderData?: unknown
}

/** The same as `useAppUrl`, for a page's head. */
export function appUrlFromMatches(matches: readonly Match[]) {
  const data = matches.find(({ routeId }) => routeId === '__root__')?.loaderData
  const isKnown = typeof data === 'object' && data !== null && 'appUrl' in data && typeof data.appUrl === 'string'
  return isKnown ? String(data.appUrl) : ''
}
