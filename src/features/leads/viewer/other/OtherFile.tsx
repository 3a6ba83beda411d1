import { IconFileDescription } from '@tabler/icons-react'
import { isFileType, kindOf } from '#platform/media/fileTypes.ts'
import { writtenBytes } from '#ui/bytes.ts'
import { icon } from '#ui/theme.ts'
import { Frame } from '../Frame.tsx'
import { Notice } from '../Notice.tsx'
import type { Reading } from '../reading.ts'
import classes from '../Viewer.module.css'

/** What only its own program opens. */
export function OtherFile({ reading }: { reading: Reading }) {
  const { name, contentType, size } = reading.document
  const kind = isFileType(contentType) ? kindOf(contentType).words : 'a file'
  return (
    <Frame reading={reading}>
      <Notice
        icon={<IconFileDescription {...icon} size={36} />}
        heading={name}
        words={`This is ${kind} (${writtenBytes(size)}). Download it to open it on your device.`}
      >
        <button type="button" className={classes.primary} onClick={reading.save}>
          Download
        </button>
      </Notice>
    </Frame>
  )
}
