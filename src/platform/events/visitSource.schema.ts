import * as z from 'zod/mini'
import { MAX_SOURCE_LENGTH } from './visitSource.ts'

const part = z.optional(z.string().check(z.maxLength(MAX_SOURCE_LENGTH)))

/** As a browser sends it. An unknown channel counts as none. */
export const SentVisitSource = z.strictObject({ channel: part, source: part, medium: part, campaign: part })
type SentVisitSource = z.infer<typeof SentVisitSource>

/** As events store it. */
export function toEventSource({ channel, source, medium, campaign }: SentVisitSource = {}) {
  return {
    channelCode: channel || null,
    utmSource: oneLine(source),
    utmMedium: oneLine(medium),
    utmCampaign: oneLine(campaign),
  }
}

/** Without line breaks and characters that cannot be seen: anyone can write a link. */
const oneLine = (text = '') =>
  text
    .replaceAll(/[\p{C}\p{Z}\s]+/gu, ' ')
    .replaceAll('|', ' ')
    .trim() || null
