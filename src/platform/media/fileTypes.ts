export type Family = 'pdf' | 'office' | 'text' | 'image' | 'video'

interface FileTypeInfo {
  family: Family
  /** Completes "The file is …". */
  description: string
  extensions: readonly string[]
}

const OPEN_XML = 'application/vnd.openxmlformats-officedocument'

/** Everything that may be uploaded. */
export const fileTypes = {
  'application/pdf': { family: 'pdf', description: 'a PDF', extensions: ['pdf'] },
  [`${OPEN_XML}.wordprocessingml.document`]: { family: 'office', description: 'a Word document', extensions: ['docx'] },
  [`${OPEN_XML}.spreadsheetml.sheet`]: { family: 'office', description: 'an Excel workbook', extensions: ['xlsx'] },
  [`${OPEN_XML}.presentationml.presentation`]: {
    family: 'office',
    description: 'a PowerPoint presentation',
    extensions: ['pptx'],
  },
  'application/msword': { family: 'office', description: 'a Word document', extensions: ['doc'] },
  'application/vnd.ms-excel': { family: 'office', description: 'an Excel workbook', extensions: ['xls'] },
  'application/vnd.ms-powerpoint': { family: 'office', description: 'a PowerPoint presentation', extensions: ['ppt'] },
  'text/plain': { family: 'text', description: 'plain text', extensions: ['txt', 'text', 'md', 'log'] },
  'text/csv': { family: 'text', description: 'a CSV table', extensions: ['csv'] },
  'image/jpeg': { family: 'image', description: 'a JPEG photo', extensions: ['jpg', 'jpeg', 'jpe', 'jfif'] },
  'image/png': { family: 'image', description: 'a PNG image', extensions: ['png'] },
  'image/webp': { family: 'image', description: 'a WebP image', extensions: ['webp'] },
  'image/heic': { family: 'image', description: 'a HEIC photo', extensions: ['heic'] },
  'image/heif': { family: 'image', description: 'a HEIF photo', extensions: ['heif', 'hif'] },
  'image/gif': { family: 'image', description: 'a GIF image', extensions: ['gif'] },
  'video/mp4': { family: 'video', description: 'an MP4 video', extensions: ['mp4', 'm4v'] },
} as const satisfies Record<string, FileTypeInfo>

export type FileType = keyof typeof fileTypes

export const isFileType = (type: string | undefined): type is FileType => type !== undefined && type in fileTypes

export const fileTypeInfo = (type: FileType): FileTypeInfo => fileTypes[type]

const byExtension = new Map<string, FileType>()
for (const type in fileTypes)
  if (isFileType(type)) for (const extension of fileTypeInfo(type).extensions) byExtension.set(extension, type)

export const fileTypeForExtension = (extension: string) => byExtension.get(extension)

/** In lower case and without its dot. A number is no extension: "Plan 2.1" and "Rates 30.06.2026" have none. */
export function fileExtension(name: string) {
  const extension = /\.([a-z0-9]{1,10})$/i.exec(name.trim())?.[1]?.toLowerCase() ?? ''
  return /^\d+$/.test(extension) ? '' : extension
}

/** Adds the extension that names on our pages leave out. */
export function downloadName(name: string, type: FileType) {
  const { extensions } = fileTypeInfo(type)
  const has = extensions.some((extension) => name.toLowerCase().endsWith(`.${extension}`))
  return has ? name : `${name}.${extensions[0]}`
}
