import { toError } from './ErrorScreens.tsx'

/** What browsers and Vite say when a part of the application cannot be fetched, mostly because a newer one is out. */
const FAILED_LOAD =
  /^(Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed|Unable to preload CSS)/

/**
 * Reloads the page after a part of it failed to load; once for each such part, so that a page which stays broken shows
 * its error instead of reloading for ever. The router does this by itself for the components of routes; its mark is
 * used here too, so that both together reload only once.
 */
export function reloadOnceAfterFailedLoad(error: unknown) {
  const { message } = toError(error)
  if (!FAILED_LOAD.test(message)) return
  const mark = `tanstack_router_reload:${message}`
  if (sessionStorage.getItem(mark)) return
  sessionStorage.setItem(mark, '1')
  window.location.reload()
}
