import { readFile } from 'node:fs/promises'
import PostalMime from 'postal-mime'
import { unusableFile } from '#platform/media/mediaError.ts'
import type { DeliveryReport } from './bounceTasks.ts'

const MAX_FIELDS_LENGTH = 20_000
const MAX_DIAGNOSTIC_LENGTH = 300

/** Reads a delivery status notification (RFC 3464). Whom it is about, the address that it was sent to says: its text could be anyone's. */
export async function readBounce({ path }: { path: string }): Promise<DeliveryReport> {
  const email = await PostalMime.parse(await readFile(path), {
    attachmentEncoding: 'arraybuffer',
    maxNestingDepth: 10,
    maxHeadersSize: 128 * 1024,
  }).catch(() => {
    throw unusableFile('We couldn’t open this report.')
  })
  const part = email.attachments.find(({ mimeType }) => mimeType.toLowerCase() === 'message/delivery-status')
  const content = part?.content ?? ''
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content)
  // A first group about the report, and one for each recipient: ours have one.
  const [, group = ''] = text
    .slice(0, MAX_FIELDS_LENGTH)
    .replaceAll('\r\n', '\n')
    .trim()
    .split(/\n\s*\n/)
  const status = /^([245]\.\d{1,3}\.\d{1,3})\b/.exec(readField(group, 'status'))?.[1] ?? ''
  return {
    isFailure: readField(group, 'action').toLowerCase() === 'failed' && status.startsWith('5'),
    status,
    diagnostic: readField(group, 'diagnostic-code')
      .replace(/^smtp\s*;/i, '')
      .trim()
      .slice(0, MAX_DIAGNOSTIC_LENGTH),
  }
}

function readField(group: string, name: string) {
  const unfolded = group.replace(/\n[ \t]+/g, ' ')
  return new RegExp(`^${name}[ \\t]*:(.*)$`, 'im').exec(unfolded)?.[1]?.trim() ?? ''
}
