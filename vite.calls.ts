import type { Plugin } from 'vite'

const FILE = /node_modules\/@tanstack\/start-client-core\/dist\/esm\/client-rpc\/createClientRpc\.js$/
const IMPORT = 'import { serverFnFetcher } from "./serverFnFetcher.js";'
const CALL = 'return serverFnFetcher(url, args, startFetch ?? fetch);'

/**
 * Pages come with their data. What reads and writes the wire format of calls, a tenth of all script, is fetched with the first
 * call instead of with every page. See docs/decisions/0024.
 */
export function fetchCallsLate(): Plugin {
  return {
    name: 'start-fetch-calls-late',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      if (!FILE.test(id)) return undefined
      if (!code.includes(IMPORT) || !code.includes(CALL))
        throw new Error('TanStack Start has changed: is vite.calls.ts still right?')
      return code
        .replace(IMPORT, '')
        .replace(
          CALL,
          'return import("./serverFnFetcher.js").then((calls) => calls.serverFnFetcher(url, args, startFetch ?? fetch));',
        )
    },
  }
}
