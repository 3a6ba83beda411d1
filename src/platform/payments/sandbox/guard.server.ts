import { isIP } from 'node:net'
import { isLoopbackHost } from '#platform/loopback.server.ts'

export class SandboxRefused extends Error {
  override name = 'SandboxRefused'
}

interface Surroundings {
  HOST: string
  APP_URL: string
  STRIPE_SECRET_KEY?: string
}

/** Pretend money must never meet real customers: the sandbox is for one person at their own computer. */
export function assertSandboxAllowed({ HOST, APP_URL, STRIPE_SECRET_KEY }: Surroundings) {
  if (STRIPE_SECRET_KEY && /^(sk|rk)_live/.test(STRIPE_SECRET_KEY))
    throw new SandboxRefused('The payment sandbox does not start beside a live key.')
  if (!isLoopbackHost(isIP(HOST) === 6 ? `[${HOST}]` : HOST))
    throw new SandboxRefused('The payment sandbox does not start on a host that others can reach.')
  if (!URL.canParse(APP_URL) || !isLoopbackHost(new URL(APP_URL).host))
    throw new SandboxRefused('The payment sandbox does not start for an application that others can reach.')
}
