import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { writeAudit } from '#platform/audit/writeAudit.server.ts'
import { notFound, notSignedIn } from '#platform/errors.ts'
import { countTransfer } from '#platform/http/transfers.server.ts'
import { useServices } from '#platform/services.server.ts'
import { findVisitor } from '#platform/visitor.server.ts'
import { findExport } from './dataExport.server.ts'

export async function serveExport(id: string) {
  const services = useServices()
  const visitor = await findVisitor()
  if (!visitor) throw notSignedIn()
  const { path, size } = await findExport(services, visitor.agent, id)
  countTransfer()
  const stream = createReadStream(path)
  await new Promise((resolve, reject) => stream.once('open', resolve).once('error', () => reject(notFound())))
  await writeAudit(services.database.db, visitor.agent.id, 'downloaded', { what: 'everything' })
  return new Response(Readable.toWeb(stream) as ReadableStream, {
    headers: {
      'content-type': 'application/zip',
      'content-length': String(size),
      'content-disposition': 'attachment; filename="property-files-export.zip"',
      'cache-control': 'private, no-store',
    },
  })
}
