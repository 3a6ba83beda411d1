import { notFound, notSignedIn } from '#platform/errors.ts'
import { useServices } from '#platform/services.server.ts'
import { findVisitor } from '#platform/visitor.server.ts'
import { shareFile } from './shareFile.server.ts'
import { isShareKind } from './shareKinds.ts'

export async function serveShareFile(id: string, kind: string) {
  const services = useServices()
  const visitor = await findVisitor()
  if (!visitor) throw notSignedIn()
  if (!isShareKind(kind)) throw notFound()
  const { name, type, bytes } = await shareFile(services, visitor.agent, id, kind)
  return new Response(typeof bytes === 'string' ? bytes : new Uint8Array(bytes), {
    headers: { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` },
  })
}
