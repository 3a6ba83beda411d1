import { Button, Group, Loader } from '@mantine/core'
import { IconDownload, IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { photoUrl } from '#features/listings/listingFiles.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { Panel } from '#ui/overlay/Dialog.tsx'
import { icon } from '#ui/theme/theme.ts'
import type { OwnFile } from '../describeFile.ts'
import { getDownloadUrl } from '../files.functions.ts'
import { downloadFile, startDownload } from '../portal/downloadFile.ts'
import { FileThumbnail, hasPicture } from '../portal/FileThumbnail.tsx'
import { createDocumentSource, useDocumentDownload } from './documentSource.ts'
import classes from './FilePreview.module.css'

const ReaderDialog = lazy(() => import('./DocumentReader.tsx'))

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
    queryKey: queryKeys.downloadUrl(file.id, file.replacedAt),
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

interface PreviewContentProps {
  file: OwnFile
  /** Missing until it is known. */
  url?: string
  failed: boolean
}

function PreviewContent({ file, url, failed }: PreviewContentProps) {
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

/** The beginning is enough to know what it is. */
const PREVIEW_TEXT_BYTES = 200_000

async function fetchTextStart(url: string) {
  const answer = await fetch(url, { headers: { range: `bytes=0-${PREVIEW_TEXT_BYTES - 1}` } })
  if (!answer.ok) throw new Error(`The text was answered with ${answer.status}.`)
  return answer.text()
}

function TextPreview({ name, url }: { name: string; url: string }) {
  const { data, isError } = useQuery({
    queryKey: queryKeys.textPreview(url),
    queryFn: () => fetchTextStart(url),
    gcTime: 0,
    meta: { handled: true },
  })
  if (isError) return <p role="alert">We can’t show this file right now.</p>
  if (data === undefined) return <Loader role="status" aria-label="Loading preview" />
  return <textarea dir="auto" className={classes.text} readOnly aria-label={name} value={data} />
}
