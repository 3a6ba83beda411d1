import { Button, Group } from '@mantine/core'
import { IconDownload, IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { createDocumentSource } from '#features/leads/viewer/address.ts'
import { useDocumentDownload } from '#features/leads/viewer/useSaving.ts'
import { Panel } from '#ui/Panel.tsx'
import { icon } from '#ui/theme.ts'
import type { OwnFile } from '../describeFile.ts'
import { getDownloadUrl } from '../files.functions.ts'
import { downloadFile, startDownload } from '../openFile.ts'
import classes from './FilePreview.module.css'
import { PreviewContent } from './PreviewContent.tsx'

const ReaderDialog = lazy(() => import('#features/leads/viewer/ReaderDialog.tsx'))

interface FilePreviewProps {
  /** Nothing while it is closed. */
  file?: OwnFile
  onClose: () => void
}

/** Shorter than an address is good for. */
const PREVIEW_URL_FRESH_MS = 8 * 60_000

/** One file, beside the page that it was opened from. PDFs are read as buyers read them. */
export function FilePreview({ file, onClose }: FilePreviewProps) {
  if (file?.contentType === 'application/pdf')
    return (
      <Suspense>
        <AgentPdfReader file={file} onClose={onClose} />
      </Suspense>
    )
  return (
    <Panel opened={Boolean(file)} onClose={onClose} position="right" size="min(100%, 760px)" title={file?.name ?? ''}>
      {file && <PreviewPanel file={file} />}
    </Panel>
  )
}

function AgentPdfReader({ file, onClose }: { file: OwnFile; onClose: () => void }) {
  const { id } = file
  const address = useMemo(() => createDocumentSource(() => getDownloadUrl({ data: { id, inline: true } })), [id])
  const saving = useDocumentDownload(id, () => startDownload({ id }))
  return <ReaderDialog fileId={id} reading={{ document: file, address, close: onClose, ...saving }} onClose={onClose} />
}

function PreviewPanel({ file }: { file: OwnFile }) {
  const address = useQuery({
    queryKey: ['download-address', file.id, file.replacedAt],
    queryFn: () => getDownloadUrl({ data: { id: file.id, inline: true } }),
    staleTime: PREVIEW_URL_FRESH_MS,
    gcTime: PREVIEW_URL_FRESH_MS,
    meta: { handled: true },
  })
  return (
    <div className={classes.preview}>
      <div className={classes.stage}>
        <PreviewContent file={file} url={address.data?.url} failed={address.isError} />
      </div>
      <Group gap="sm" justify="flex-end">
        {address.data && (
          <Button
            component="a"
            href={address.data.url}
            target="_blank"
            rel="noreferrer"
            variant="default"
            leftSection={<IconExternalLink {...icon} />}
          >
            Open in a new tab
          </Button>
        )}
        <Button leftSection={<IconDownload {...icon} />} onClick={() => void downloadFile(file)}>
          Download
        </Button>
      </Group>
    </div>
  )
}
