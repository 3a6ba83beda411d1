import { Button, Checkbox } from '@mantine/core'
import { IconStarFilled } from '@tabler/icons-react'
import { EditableName } from '../EditableName.tsx'
import { FileMenu } from '../FileMenu.tsx'
import { FileThumbnail } from '../FileThumb.tsx'
import classes from './PhotosPanel.module.css'
import { renameOnF2 } from './renameByKey.ts'
import { SortableItem } from './SortableItem.tsx'
import type { PanelFileProps } from './useFilePanel.ts'

interface PhotoTileProps extends PanelFileProps {
  isCover: boolean
  onCover: () => void
  onRetry: () => void
}

export function PhotoTile({ isCover, onCover, onRetry, ...props }: PhotoTileProps) {
  const { file, chosen, onChoose, renaming, onRenaming, onRename } = props
  return (
    <SortableItem file={file} className={classes.tile} chosen={chosen} onKeyDown={renameOnF2(onRenaming)}>
      {({ handle, surface }) => (
        <>
          <div className={classes.picture} {...surface}>
            <FileThumbnail file={file} className={classes.thumb} />
            {file.state === 'processing' && <span className={classes.busy}>Preparing</span>}
            {file.state === 'failed' && (
              <span className={classes.failed}>
                <span>{file.failure ?? 'We couldn’t prepare this photo.'}</span>
                <Button size="compact-xs" variant="default" onClick={onRetry} aria-label={`Try again: ${file.name}`}>
                  Try again
                </Button>
              </span>
            )}
            {isCover && (
              <span className={classes.cover}>
                <IconStarFilled size={12} />
                Cover
              </span>
            )}
            <Checkbox
              className={classes.check}
              size="sm"
              aria-label={`Select ${file.name}`}
              checked={chosen}
              onChange={onChoose}
            />
            <span className={classes.grip}>{handle}</span>
          </div>
          <div className={classes.caption}>
            <div className={classes.name}>
              <EditableName name={file.name} editing={renaming} onEditing={onRenaming} onRename={onRename} />
            </div>
            <FileMenu {...props} onRename={() => onRenaming(true)} onCover={isCover ? undefined : onCover} />
          </div>
        </>
      )}
    </SortableItem>
  )
}
