import { createIsomorphicFn } from '@tanstack/react-start'
import { currentRequest, insideRequest } from './http/currentRequest.server.ts'

/** Loads what a page can do without. While a page is rendered on the server, its failure is not the page's. */
export const loadOptional = <Data>(load: () => Promise<Data>) =>
  new Promise<Data>((resolve, reject) => runAsOptional(() => void load().then(resolve, reject)))

const runAsOptional = createIsomorphicFn()
  .client((run: () => void) => run())
  .server((run: () => void) => insideRequest({ ...currentRequest(), isOptional: true }, run))
