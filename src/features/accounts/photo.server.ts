import { useServices } from '#platform/services.server.ts'
import { readPhoto } from './settings.server.ts'

/** Its address changes with the picture, so a browser may keep it for good. */
export async function serveAgentPhoto(userId: string) {
  const photo = await readPhoto(useServices().database.db, userId)
  if (!photo) return new Response('Not found', { status: 404 })
  const headers = { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' }
  return new Response(new Uint8Array(photo), { headers })
}
