import { isFileType, kindOf } from '#platform/media/fileTypes.ts'
import type { Services } from '#platform/services.server.ts'
import type { Agent } from '#platform/session.server.ts'
import { DOWNLOAD_MINUTES } from './files.ts'
import { requireFile } from './ownFiles.server.ts'

/** Asked for anew each time: the address opens one file for ten minutes, to whoever has it. */
export async function issueDownload({ database, storage }: Services, agent: Agent, id: string, inline = false) {
  const { path, name, contentType } = await requireFile(database.db, agent, id)
  const type = contentType ?? 'application/octet-stream'
  const url = await storage.downloadUrl({
    key: path,
    name: savedName(name, type),
    contentType: type,
    disposition: inline ? 'inline' : 'attachment',
    expiresAt: new Date(Date.now() + DOWNLOAD_MINUTES * 60_000),
  })
  return { url }
}

/** Buyers read "LIM report – 12 Rata St"; their computer wants to know what to open it with. */
function savedName(name: string, type: string) {
  const extensions = isFileType(type) ? kindOf(type).extensions : []
  const [usual] = extensions
  const has = extensions.some((extension) => name.toLowerCase().endsWith(`.${extension}`))
  return has || !usual ? name : `${name}.${usual}`
}
