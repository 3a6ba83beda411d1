import { fileExtension, isFileType, fileTypeInfo, fileTypeForExtension } from '#platform/media/fileTypes.ts'
import type { OwnFile } from '../describeFile.ts'
import type { Upload } from './uploadWords.ts'

/** What its name promises. The server looks at its bytes. */
export function expectedFileType({ name, contentType }: Pick<Upload, 'name' | 'contentType'>): OwnFile['type'] {
  const type = fileTypeForExtension(fileExtension(name)) ?? contentType
  return isFileType(type) && fileTypeInfo(type).family === 'image' ? 'image' : 'file'
}
