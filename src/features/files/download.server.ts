import { writeAudit } from '#platform/audit/writeAudit.server.ts'
import { isFileType } from '#platform/media/fileTypes.ts'
import { downloadName } from '#platform/media/savedName.ts'
import type { Services } from '#platform/services.server.ts'
import type { Agent } from '#platform/session.server.ts'
import { DOWNLOAD_MINUTES } from './files.ts'
import { requireFile } from './ownFiles.server.ts'

/** Asked for anew each time: the address opens one file for ten minutes, to whoever has it. */
export async function createDownloadUrl({ database, storage }: Services, agent: Agent, id: string, inline = false) {
  const { path, name, contentType } = await requireFile(database.db, agent, id)
  const type = contentType ?? 'application/octet-stream'
  const url = await storage.downloadUrl({
    key: path,
    name: isFileType(type) ? downloadName(name, type) : name,
    contentType: type,
    disposition: inline ? 'inline' : 'attachment',
    expiresAt: new Date(Date.now() + DOWNLOAD_MINUTES * 60_000),
  })
  // Looking at a file in the page is no download.
  if (!inline) await writeAudit(database.db, agent.id, 'downloaded', { what: 'file', fileId: id })
  return { url }
}
