import { extensionOf, isFileType, kindOf, typeOfExtension } from '#platform/media/fileTypes.ts'
import type { OwnFile } from '../describeFile.ts'
import type { Upload } from './uploadWords.ts'

/** What its name promises. The server looks at its bytes. */
export function sortOf({ name, contentType }: Pick<Upload, 'name' | 'contentType'>): OwnFile['type'] {
  const type = typeOfExtension(extensionOf(name)) ?? contentType
  return isFileType(type) && kindOf(type).family === 'image' ? 'image' : 'file'
}
