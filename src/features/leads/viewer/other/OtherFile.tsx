import { IconFileDescription } from '@tabler/icons-react'
import { isFileType, fileTypeInfo } from '#platform/media/fileTypes.ts'
import { formatBytes } from '#ui/bytes.ts'
import { icon } from '#ui/theme.ts'
import { ReaderFrame } from '../Frame.tsx'
import { ReaderNotice } from '../Notice.tsx'
import type { OpenedDocument } from '../reading.ts'
import classes from '../Viewer.module.css'

/** What only its own program opens. */
export function UnsupportedDocument({ reading }: { reading: OpenedDocument }) {
  const { name, contentType, size } = reading.document
  const kind = isFileType(contentType) ? fileTypeInfo(contentType).words : 'a file'
  return (
    <ReaderFrame reading={reading}>
      <ReaderNotice
        icon={<IconFileDescription {...icon} size={36} />}
        heading={name}
        words={`This is ${kind} (${formatBytes(size)}). Download it to open it on your device.`}
      >
        <button type="button" className={classes.primary} onClick={reading.save}>
          Download
        </button>
      </ReaderNotice>
    </ReaderFrame>
  )
}
