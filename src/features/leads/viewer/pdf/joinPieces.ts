export interface ByteRange {
  begin: number
  /** The first byte after it. */
  end: number
}

/** Loading what lies between is cheaper than asking twice. */
const MAX_GAP_BYTES = 48 * 1024

/** Pieces that lie close together become one. */
export function joinRanges(pieces: readonly ByteRange[]) {
  const joined: (ByteRange & { pieces: ByteRange[] })[] = []
  for (const piece of [...pieces].sort((one, other) => one.begin - other.begin)) {
    const last = joined.at(-1)
    if (last && piece.begin <= last.end + MAX_GAP_BYTES) {
      last.end = Math.max(last.end, piece.end)
      last.pieces.push(piece)
    } else joined.push({ ...piece, pieces: [piece] })
  }
  return joined
}
