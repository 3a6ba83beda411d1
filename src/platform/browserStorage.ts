/** What this browser remembers. Undefined if it blocks storage. */
export function findBrowserStorage() {
  try {
    return localStorage
  } catch {
    return undefined
  }
}
