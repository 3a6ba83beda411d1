import { type FileType, fileTypeInfo } from './fileTypes.ts'

/** Buyers read "LIM report – 12 Rata St"; their computer wants to know what to open it with. */
export function downloadName(name: string, type: FileType) {
  const { extensions } = fileTypeInfo(type)
  const has = extensions.some((extension) => name.toLowerCase().endsWith(`.${extension}`))
  return has ? name : `${name}.${extensions[0]}`
}
