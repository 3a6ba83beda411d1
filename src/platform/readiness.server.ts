import { useServices } from './services.server.ts'

const TIMEOUT_MS = 2_000

/** A database that does not answer soon counts as one that is not there. */
export async function isReady() {
  const patience = new Promise<boolean>((resolve) => setTimeout(resolve, TIMEOUT_MS, false).unref())
  return Promise.race([
    useServices()
      .isReady()
      .catch(() => false),
    patience,
  ])
}
