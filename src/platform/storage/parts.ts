/** Small enough to be sent again without tears, and above the least that S3 takes (5 MiB). */
export const PART_BYTES = 16 * 1024 * 1024

export interface Part {
  /** Counted from 1. */
  number: number
  offset: number
  length: number
}

export function planParts(contentLength: number): Part[] {
  const count = Math.max(1, Math.ceil(contentLength / PART_BYTES))
  return Array.from({ length: count }, (_, index) => {
    const offset = index * PART_BYTES
    return { number: index + 1, offset, length: Math.min(PART_BYTES, contentLength - offset) }
  })
}

/** Such a file is sent with one plain PUT, and is there as soon as that has succeeded. */
export const isOnePart = (contentLength: number) => contentLength <= PART_BYTES
