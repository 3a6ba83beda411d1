import { Checkbox, UnstyledButton } from '@mantine/core'
import type { DocumentType } from '#platform/media/documentKinds.ts'
import { EditableName } from '../EditableName.tsx'
import { FileFacts } from '../FileFacts.tsx'
import { FileMenu } from '../FileMenu.tsx'
import { FileThumbnail } from '../FileThumb.tsx'
import { DocumentKindSelect } from '../KindSelect.tsx'
import classes from './DocumentsPanel.module.css'
import { renameOnF2 } from './renameByKey.ts'
import { SortableItem } from './SortableItem.tsx'
import type { PanelFileProps } from './useFilePanel.ts'

interface DocumentRowProps extends PanelFileProps {
  timeZone: string
  onKind: (kind: DocumentType) => void
  onRetry: () => void
}

export function DocumentRow({ timeZone, onKind, onRetry, ...props }: DocumentRowProps) {
  const { file, chosen, onChoose, renaming, onRenaming, onRename, onPreview } = props
  return (
    <SortableItem file={file} className={classes.row} chosen={chosen} onKeyDown={renameOnF2(onRenaming)}>
      {({ handle }) => (
        <>
          {handle}
          <Checkbox size="sm" aria-label={`Select ${file.name}`} checked={chosen} onChange={onChoose} />
          <UnstyledButton className={classes.open} aria-label={`Preview ${file.name}`} onClick={onPreview}>
            <FileThumbnail file={file} className={classes.thumb} />
          </UnstyledButton>
          <div className={classes.words}>
            <EditableName name={file.name} editing={renaming} onEditing={onRenaming} onRename={onRename} />
            <FileFacts file={file} timeZone={timeZone} onRetry={onRetry} />
          </div>
          <DocumentKindSelect file={file} className={classes.kind} onKind={onKind} />
          <FileMenu {...props} onRename={() => onRenaming(true)} className={classes.menu} />
        </>
      )}
    </SortableItem>
  )
}
