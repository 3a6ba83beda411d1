import '#platform/input/zodWithoutEval.ts'
import { createRouter } from '@tanstack/react-router'
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query'
import { pageNonce } from '#platform/http/pageNonceAndLocale.ts'
import { createQueryClient } from '#platform/serverFunctions/queryClient.ts'
import { routeTree } from '#routeTree.gen.ts'
import { RouteError } from '#ui/feedback/ErrorScreens.tsx'
import { reloadOnceAfterFailedLoad } from '#ui/feedback/reloadAfterFailedLoad.ts'

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
