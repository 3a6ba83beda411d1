import '#platform/schemasWithoutEval.ts'
import { createRouter } from '@tanstack/react-router'
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query'
import { pageNonce } from '#platform/nonce.ts'
import { createQueryClient } from '#platform/queryClient.ts'
import { RouteError } from '#ui/RouteError.tsx'
import { reloadOnceAfterFailedLoad } from '#ui/reloadOnce.ts'
import { routeTree } from './routeTree.gen.ts'

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
