import type { BlockFile } from './blockFile.server.ts'

const POINTER = 1
/** Kinds from here on have a byte of their own. */
const EXTENDED = 7
/** What a size adds to, when one, two or three bytes of it follow. */
const LONG_SIZES = [29, 285, 65_821]
const LONG_POINTERS = [0, 2_048, 526_336, 0]

/** Reads values of the data section, in which repeated ones are pointers to the first. */
export function decoder(file: BlockFile, start: number) {
  return (position: number) => valueAt(position).value

  function valueAt(position: number): { value: unknown; end: number } {
    const control = file.byteAt(position)
    const kind = control >> 5
    if (kind === POINTER) return pointerAt(position, control)
    const isExtended = kind === 0
    return read(
      isExtended ? EXTENDED + file.byteAt(position + 1) : kind,
      ...sizeAt(position + (isExtended ? 2 : 1), control & 31),
    )
  }

  function pointerAt(position: number, control: number) {
    const length = ((control >> 3) & 3) + 1
    const high = length === 4 ? 0 : (control & 7) * 256 ** length
    const target = start + high + file.unsignedAt(position + 1, length) + (LONG_POINTERS[length - 1] ?? 0)
    return { value: valueAt(target).value, end: position + 1 + length }
  }

  function sizeAt(position: number, size: number): [number, number] {
    if (size < 29) return [position, size]
    const length = size - 28
    return [position + length, (LONG_SIZES[length - 1] ?? 0) + file.unsignedAt(position, length)]
  }

  function read(kind: number, position: number, size: number): { value: unknown; end: number } {
    const end = position + size
    switch (kind) {
      case 2:
        return { value: file.bytesAt(position, size).toString('utf8'), end }
      case 3:
        return { value: file.bytesAt(position, 8).readDoubleBE(), end }
      case 5:
      case 6:
      case 9:
        return { value: file.unsignedAt(position, size), end }
      case 7:
        return mapAt(position, size)
      case 8:
        return { value: file.unsignedAt(position, size) | 0, end }
      case 11:
        return listAt(position, size)
      case 14:
        return { value: size === 1, end: position }
      case 15:
        return { value: file.bytesAt(position, 4).readFloatBE(), end }
      default:
        return { value: file.bytesAt(position, size), end }
    }
  }

  function mapAt(position: number, size: number) {
    const map: Record<string, unknown> = {}
    let end = position
    for (let nth = 0; nth < size; nth++) {
      const key = valueAt(end)
      const entry = valueAt(key.end)
      map[String(key.value)] = entry.value
      end = entry.end
    }
    return { value: map, end }
  }

  function listAt(position: number, size: number) {
    const list: unknown[] = []
    let end = position
    for (let nth = 0; nth < size; nth++) {
      const entry = valueAt(end)
      list.push(entry.value)
      end = entry.end
    }
    return { value: list, end }
  }
}
