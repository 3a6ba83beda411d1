import { notFound, notSignedIn } from '#platform/errors.ts'
import { useServices } from '#platform/services.server.ts'
import { findSignedIn } from '#platform/visitor.server.ts'
import { createShareFile } from './shareFile.server.ts'
import { isShareKind } from './shareKinds.ts'

export async function serveShareFile(id: string, kind: string) {
  const services = useServices()
  const visitor = await findSignedIn()
  if (!visitor) throw notSignedIn()
  if (!isShareKind(kind)) throw notFound()
  const { name, type, bytes } = await createShareFile(services, visitor.agent, id, kind)
  return new Response(typeof bytes === 'string' ? bytes : new Uint8Array(bytes), {
    headers: { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` },
  })
}
