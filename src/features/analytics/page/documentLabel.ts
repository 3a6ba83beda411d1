import type { DocumentCount } from '../analytics.ts'

/** Most homes have a "LIM report": where there are several, each is told by its home. */
export function documentLabel({ fileId, name, listingTitle }: DocumentCount, all: readonly DocumentCount[]) {
  const words = name || 'A document'
  const isAlone = all.every((other) => other.fileId === fileId || other.name !== name)
  return isAlone || !listingTitle ? words : `${words}, ${listingTitle}`
}
