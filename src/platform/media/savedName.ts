import { type FileType, kindOf } from './fileTypes.ts'

/** Buyers read "LIM report – 12 Rata St"; their computer wants to know what to open it with. */
export function savedName(name: string, type: FileType) {
  const { extensions } = kindOf(type)
  const has = extensions.some((extension) => name.toLowerCase().endsWith(`.${extension}`))
  return has ? name : `${name}.${extensions[0]}`
}
