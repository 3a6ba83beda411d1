import { createIsomorphicFn } from '@tanstack/react-start'
import { useServices } from '../services.server.ts'

/** Where people can write to, if the operator has set it. The server writes it into every page, so that error screens have it too. */
export const supportEmail = createIsomorphicFn()
  .server((): string | undefined => useServices().env.SUPPORT_EMAIL)
  .client((): string | undefined => document.documentElement.dataset.supportEmail)
