import { createIsomorphicFn } from '@tanstack/react-start'
import { currentRequest, insideRequest } from './http/currentRequest.server.ts'

/** Loads what a page can do without. While a page is rendered on the server, its failure is not the page's. */
export const loadOptional = createIsomorphicFn()
  .client(<Data>(load: () => Promise<Data>) => load())
  .server(<Data>(load: () => Promise<Data>) => insideRequest({ ...currentRequest(), isOptional: true }, load))
