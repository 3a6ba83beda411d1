import { toError } from './ErrorScreens.tsx'

/** Error messages of browsers and Vite when a chunk cannot be loaded, mostly because a newer version was deployed. */
const FAILED_LOAD =
  /^(Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed|Unable to preload CSS)/

/**
 * Reloads the page after a chunk failed to load; once for each chunk, so that a page which stays broken shows
 * its error instead of reloading forever. The router does this by itself for the components of routes; its marker is
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
