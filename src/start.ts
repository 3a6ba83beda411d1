import { createCsrfMiddleware, createServerOnlyFn, createStart } from '@tanstack/react-start'
import { errorSerializer } from '#platform/serverFunctions/errorSerializer.ts'
import { fetchServerFunction } from '#platform/serverFunctions/fetchServerFunction.ts'
import { handleCallErrors } from '#platform/serverFunctions/handleCallErrors.ts'
import { useServices } from '#platform/services.server.ts'

const isOurOrigin = createServerOnlyFn((origin: string) => origin === useServices().env.APP_URL)

/** Defining `startInstance` turns off Start's automatic CSRF check, so it is added here. */
const sameOriginOnly = createCsrfMiddleware({
  filter: ({ handlerType }) => handlerType === 'serverFn',
  origin: (origin) => isOurOrigin(origin),
})

export const startInstance = createStart(() => ({
  requestMiddleware: [sameOriginOnly],
  functionMiddleware: [handleCallErrors],
  serializationAdapters: [errorSerializer],
  serverFns: { fetch: fetchServerFunction },
}))
