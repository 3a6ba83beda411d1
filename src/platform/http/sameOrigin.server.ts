/** Whether one of our own pages sent this: the same rule as for calls (start.ts). */
export function isSameOrigin({ headers }: Request, appUrl: string) {
  const site = headers.get('sec-fetch-site')
  return site ? site === 'same-origin' : headers.get('origin') === appUrl
}
