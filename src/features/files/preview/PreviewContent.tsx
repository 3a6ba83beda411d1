import { Loader } from '@mantine/core'
import { photoUrl } from '#platform/media/pictureUrl.ts'
import type { OwnFile } from '../describeFile.ts'
import { FileThumbnail, hasPicture } from '../FileThumb.tsx'
import classes from './FilePreview.module.css'
import { TextPreview } from './TextPreview.tsx'

interface PreviewContentProps {
  file: OwnFile
  /** Missing until it is known. */
  url?: string
  failed: boolean
}

export function PreviewContent({ file, url, failed }: PreviewContentProps) {
  const { id, name, contentType, replacedAt } = file
  if (file.type === 'image' && hasPicture(file))
    return <img className={classes.image} src={photoUrl(id, '1920', replacedAt)} alt={name} />
  if (failed) return <p role="alert">We can’t show this file right now.</p>
  if (!url) return <Loader role="status" aria-label="Loading preview" />
  if (hasPicture(file))
    return <img className={classes.image} src={photoUrl(id, '960', replacedAt)} alt={`First page of ${name}`} />
  if (contentType.startsWith('video/'))
    return (
      <video className={classes.image} src={url} controls>
        <track kind="captions" />
      </video>
    )
  if (contentType.startsWith('text/')) return <TextPreview name={name} url={url} />
  return (
    <div className={classes.none}>
      <FileThumbnail file={file} className={classes.sign} />
      <p>We can’t preview this file type. Download it to open it.</p>
    </div>
  )
}
