/** One cookie out of the header, for code that answers before Start does. */
export function readCookie(header: string, name: string) {
  for (const pair of header.split(';')) {
    const [key, value] = pair.trim().split('=', 2)
    if (key === name) return value
  }
  return undefined
}
