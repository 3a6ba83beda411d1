import { writeAudit } from '#platform/audit/writeAudit.server.ts'
import { notSignedIn } from '#platform/errors.ts'
import { useServices } from '#platform/services.server.ts'
import { findSignedIn } from '#platform/visitor.server.ts'
import { exportDownloadUrl } from './dataExport.server.ts'

/** Sends the agent on to the storage, which can go on with a download that was cut short. */
export async function serveExport(id: string) {
  const services = useServices()
  const visitor = await findSignedIn()
  if (!visitor) throw notSignedIn()
  const location = await exportDownloadUrl(services, visitor.agent, id)
  await writeAudit(services.database.db, visitor.agent.id, 'downloaded', { what: 'everything' })
  return new Response(null, { status: 302, headers: { location, 'cache-control': 'private, no-store' } })
}
