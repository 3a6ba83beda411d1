import { useServices } from './services.server.ts'
import { findSession } from './session.server.ts'
import { readSessionCookie } from './sessionCookie.server.ts'

/** Whoever the cookie of the current request belongs to, if it belongs to anybody. */
export async function findSignedIn() {
  const token = readSessionCookie()
  const found = token ? await findSession(useServices().database.db, token) : undefined
  return token && found ? { ...found, token } : undefined
}
