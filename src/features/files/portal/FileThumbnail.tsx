import {
  IconFile,
  IconFileSpreadsheet,
  IconFileText,
  IconPhoto,
  IconPresentation,
  IconVideo,
} from '@tabler/icons-react'
import { photoUrl } from '#features/listings/photoUrls.ts'
import { icon } from '#ui/theme/theme.ts'
import type { OwnFile } from '../ownFile.ts'
import classes from './FileThumbnail.module.css'

interface FileThumbnailProps {
  file: OwnFile
  width?: '480' | '960' | '1920'
  className?: string
}

/** A photo, the first page of a document, or an icon. Decorative: the name is beside it. */
export function FileThumbnail({ file, width = '480', className = '' }: FileThumbnailProps) {
  const { id, type, placeholder, replacedAt, state } = file
  const Sign = fileIcon(file)
  const blur = placeholder ? { backgroundImage: `url(${placeholder})` } : undefined
  return (
    <span
      className={`${classes.thumb} ${className}`}
      style={blur}
      data-type={type}
      data-busy={state === 'processing' || undefined}
    >
      {hasPicture(file) ? (
        <img src={photoUrl(id, width, replacedAt)} alt="" loading="lazy" decoding="async" draggable={false} />
      ) : (
        <Sign {...icon} />
      )}
    </span>
  )
}

/** Agents can still see pictures of archived files. */
export const hasPicture = ({ type, contentType, state, pageCount, width }: OwnFile) =>
  (state === 'ready' || state === 'archived') &&
  (type === 'image' ? width !== null : contentType === 'application/pdf' && pageCount !== null)

function fileIcon({ type, contentType }: OwnFile) {
  if (type === 'image') return IconPhoto
  if (contentType.startsWith('video/')) return IconVideo
  if (/sheet|excel|csv/.test(contentType)) return IconFileSpreadsheet
  if (/presentation|powerpoint/.test(contentType)) return IconPresentation
  return /pdf|word|text/.test(contentType) ? IconFileText : IconFile
}
