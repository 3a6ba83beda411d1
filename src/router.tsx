import '#platform/input/zodWithoutEval.ts'
import { createRouter } from '@tanstack/react-router'
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query'
import { pageNonce } from '#platform/http/pageContext.ts'
import { createQueryClient } from '#platform/serverFunctions/queryClient.ts'
import { routeTree } from '#routeTree.gen.ts'
import { RouteError, toError } from '#ui/feedback/ErrorScreens.tsx'

export function getRouter() {
  const queryClient = createQueryClient()
  const router = createRouter({
    routeTree,
    context: { queryClient },
    ssr: { nonce: pageNonce() },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    trailingSlash: 'preserve',
    scrollRestoration: true,
    defaultErrorComponent: RouteError,
    defaultOnCatch: reloadOnceAfterFailedLoad,
    defaultNotFoundComponent: () => <p>Not Found</p>,
  })
  setupRouterSsrQueryIntegration({ router, queryClient })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>
  }
}

/** Error messages of browsers and Vite when a chunk cannot be loaded, mostly because a newer version was deployed. */
const FAILED_LOAD =
  /^(Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed|Unable to preload CSS)/

/**
 * Reloads the page after a chunk failed to load; once for each chunk, so that a page which stays broken shows
 * its error instead of reloading forever. The router does this by itself for the components of routes; its marker is
 * used here too, so that both together reload only once.
 */
function reloadOnceAfterFailedLoad(error: unknown) {
  const { message } = toError(error)
  if (!FAILED_LOAD.test(message)) return
  const mark = `tanstack_router_reload:${message}`
  if (sessionStorage.getItem(mark)) return
  sessionStorage.setItem(mark, '1')
  window.location.reload()
}
