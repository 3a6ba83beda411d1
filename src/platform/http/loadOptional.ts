import { createIsomorphicFn } from '@tanstack/react-start'
import { currentRequest, runInRequestContext } from './currentRequest.server.ts'

/** Loads data that a page can do without: a failure during server rendering does not fail the page. */
export const loadOptional = <Data>(load: () => Promise<Data>) =>
  new Promise<Data>((resolve, reject) => runAsOptional(() => void load().then(resolve, reject)))

const runAsOptional = createIsomorphicFn()
  .client((run: () => void) => run())
  .server((run: () => void) => runInRequestContext({ ...currentRequest(), isOptional: true }, run))
