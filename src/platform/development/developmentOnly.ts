import { notFound, rootRouteId } from '@tanstack/react-router'
import { type DevelopmentPage, isDevelopmentPageOpen } from './developmentPage.server.ts'

interface Visit<Params> {
  request: Request
  params: Params
}

/** A handler for development pages. Where they are closed, the router responds 404. */
export const developmentOnly =
  <Params>(page: DevelopmentPage, answer: (visit: Visit<Params>) => Promise<Response | undefined>) =>
  async <Next>({ request, params, next }: Visit<Params> & { next: () => Next }) =>
    (isDevelopmentPageOpen(page, request) && (await answer({ request, params }))) || next()

/** Development pages have no component, so a closed one looks like a page that does not exist. */
export const notFoundRoute = {
  beforeLoad: () => {
    throw notFound({ routeId: rootRouteId })
  },
  component: () => null,
}
