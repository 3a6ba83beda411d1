import { createIsomorphicFn } from '@tanstack/react-start'
import { currentRequest } from './http/currentRequest.server.ts'

/** What the content security policy lets scripts and styles of this answer run by. The browser hides it after loading. */
export const pageNonce = createIsomorphicFn()
  .server((): string | undefined => currentRequest().nonce)
  .client((): string | undefined => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.content)
