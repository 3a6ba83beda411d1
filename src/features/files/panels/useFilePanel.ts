import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSelection } from '#ui/useSelection.ts'
import type { OwnFile } from '../describeFile.ts'
import { listingFilesQuery } from '../files.functions.ts'
import { useFileActions, useFileOrder } from '../useFileDeeds.ts'

const byRank = (a: OwnFile, b: OwnFile) => (a.rank ?? Number.MAX_SAFE_INTEGER) - (b.rank ?? Number.MAX_SAFE_INTEGER)

/** What the photos and the documents of a listing have in common. */
export function useFilePanel(listingId: string, type: OwnFile['type']) {
  const query = useQuery(listingFilesQuery(listingId))
  const files = (query.data ?? []).filter((file) => file.type === type).toSorted(byRank)
  const selection = useSelection(files)
  const [previewed, setPreviewed] = useState<OwnFile>()
  const [moving, setMoving] = useState<readonly OwnFile[]>([])
  const [renaming, setRenaming] = useState<string>()
  const deeds = useFileActions()
  const order = useFileOrder(listingId)
  const archive = (gone: readonly OwnFile[]) => {
    deeds.archive(gone)
    selection.clear()
  }
  /** For the row or tile of one file. */
  const propsOf = (file: OwnFile) => ({
    file,
    chosen: selection.has(file.id),
    onChoose: () => selection.toggle(file.id),
    renaming: renaming === file.id,
    onRenaming: (on: boolean) => setRenaming(on ? file.id : undefined),
    onRename: (name: string) => deeds.change({ id: file.id, name }),
    onPreview: () => setPreviewed(file),
    onMove: () => setMoving([file]),
    onArchive: () => archive([file]),
  })
  return { query, files, selection, deeds, order, archive, propsOf, previewed, setPreviewed, moving, setMoving }
}

export type FilePanel = ReturnType<typeof useFilePanel>
export type PanelFileProps = ReturnType<FilePanel['propsOf']>
