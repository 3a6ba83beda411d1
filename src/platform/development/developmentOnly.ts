import { notFound, rootRouteId } from '@tanstack/react-router'
import { type DevelopmentPage, isDevelopmentPageOpen } from './developmentPage.server.ts'

interface Visit<Params> {
  request: Request
  params: Params
}

/** A handler that answers behind the gate; in front of it the router goes on, and finds no page. */
export const developmentOnly =
  <Params>(page: DevelopmentPage, answer: (visit: Visit<Params>) => Promise<Response | undefined>) =>
  async <Next>({ request, params, next }: Visit<Params> & { next: () => Next }) =>
    (isDevelopmentPageOpen(page, request) && (await answer({ request, params }))) || next()

/** What the router knows of a development page: nothing, so that a closed one is like an address that never was. */
export const noPage = {
  beforeLoad: () => {
    throw notFound({ routeId: rootRouteId })
  },
  component: () => null,
}
