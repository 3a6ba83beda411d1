import { ActionIcon, Button, CloseButton, Collapse, Progress, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAlertCircle, IconCheck, IconChevronDown, IconRefresh, IconX } from '@tabler/icons-react'
import { useEffect } from 'react'
import { ErrorLink } from '#ui/feedback/FailureAlert.tsx'
import { failureMessage } from '#ui/feedback/failureMessage.ts'
import { formatCount } from '#ui/format/format.ts'
import { formatPercent } from '#ui/format/moneyAndPercent.ts'
import { icon } from '#ui/theme/theme.ts'
import { UploadButton } from './UploadButton.tsx'
import classes from './UploadDock.module.css'
import { uploadQueue } from './UploadQueue.ts'
import { progressText, summariseUploads, type Upload, type UploadState } from './uploadState.ts'
import { useConnectUploadQueue } from './useUploads.ts'

/** How long the success message stays. */
const CLOSE_DELAY_MS = 6_000

/** The uploads, in a corner of every portal page. Hidden when there are none. */
export function UploadDock({ agentId }: { agentId: string }) {
  const list = useConnectUploadQueue(agentId)
  const sum = summariseUploads(list)
  const [opened, { toggle, open }] = useDisclosure()
  const needsAgent = sum.failed + sum.lost > 0
  const isOver = list.length > 0 && sum.underWay === 0 && !needsAgent
  useEffect(() => {
    if (needsAgent) open()
  }, [needsAgent, open])
  useEffect(() => {
    if (!isOver || opened) return
    const timer = setTimeout(() => uploadQueue.clear(), CLOSE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isOver, opened])
  if (list.length === 0) return null
  const statusText = headline(sum)
  return (
    <section className={classes.dock} aria-label="Uploads">
      <VisuallyHidden role="status">{statusText}</VisuallyHidden>
      <div className={classes.head}>
        <UnstyledButton className={classes.toggle} onClick={toggle} aria-expanded={opened} aria-controls="uploads-list">
          <span className={classes.text}>{statusText}</span>
          <span className={classes.more}>
            {sum.underWay > 0 && [formatPercent(sum.percent / 100), sum.timeLeft].filter(Boolean).join(' · ')}
          </span>
        </UnstyledButton>
        {isOver ? (
          <CloseButton aria-label="Close uploads" onClick={() => uploadQueue.clear()} />
        ) : (
          <ActionIcon variant="subtle" color="gray" c="gray.7" tabIndex={-1} aria-hidden="true" onClick={toggle}>
            <IconChevronDown {...icon} className={classes.chevron} data-opened={opened || undefined} />
          </ActionIcon>
        )}
      </div>
      {sum.underWay > 0 && <Progress value={sum.percent} size={3} radius={0} aria-label="All uploads" />}
      <Collapse expanded={opened} id="uploads-list">
        <UploadQueueList uploads={list} />
      </Collapse>
    </section>
  )
}

function headline({ underWay, done, failed, lost, isOffline }: ReturnType<typeof summariseUploads>) {
  if (isOffline) return 'Waiting for a connection'
  if (underWay > 0) return `Uploading ${formatCount(underWay, 'file')}`
  if (failed > 0) return `${formatCount(failed, 'file')} couldn’t be uploaded`
  if (lost > 0) return `${formatCount(lost, 'upload')} unfinished`
  return `${formatCount(done, 'file')} uploaded`
}

/** Uploads that need the agent come first, finished ones last. */
const STATE_ORDER: UploadState[] = ['failed', 'lost', 'offline', 'signedOut', 'sending', 'finishing', 'waiting', 'done']
/** A folder may have a thousand photos. */
const MAX_ROWS = 60

function UploadQueueList({ uploads }: { uploads: readonly Upload[] }) {
  const sorted = uploads.toSorted((a, b) => STATE_ORDER.indexOf(a.state) - STATE_ORDER.indexOf(b.state))
  const more = sorted.length - MAX_ROWS
  return (
    <ul className={classes.list}>
      {sorted.slice(0, MAX_ROWS).map((upload) => (
        <UploadRow key={upload.key} upload={upload} />
      ))}
      {more > 0 && <li className={classes.rest}>and {more} more</li>}
    </ul>
  )
}

function UploadRow({ upload }: { upload: Upload }) {
  const { key, name, state, sent, size, error, canRetry } = upload
  const percent = size > 0 ? (sent / size) * 100 : 0
  return (
    <li className={classes.row} data-state={state}>
      <div className={classes.about}>
        <span className={classes.name} title={name}>
          <bdi>{name}</bdi>
        </span>
        {state === 'failed' ? (
          <span className={classes.failure} role="alert">
            <IconAlertCircle {...icon} size={14} />
            {failureMessage(error)}
          </span>
        ) : (
          <span className={classes.progress}>{progressText(upload)}</span>
        )}
        {['sending', 'offline', 'lost'].includes(state) && (
          <Progress
            value={percent}
            size={4}
            mt={6}
            color={state === 'sending' ? 'teal.9' : 'gray.5'}
            aria-label={`${name}, progress`}
          />
        )}
        <ErrorLink error={error} />
        {state === 'lost' && <ContinueUpload upload={upload} />}
      </div>
      {state === 'failed' && canRetry && (
        <RowButton label={`Try again: ${name}`} onClick={() => uploadQueue.retry(key)}>
          <IconRefresh {...icon} />
        </RowButton>
      )}
      {state === 'done' ? (
        <IconCheck {...icon} className={classes.done} aria-label="Uploaded" />
      ) : (
        <RowButton
          label={state === 'failed' ? `Dismiss ${name}` : `Cancel ${name}`}
          onClick={() => uploadQueue.cancel(key)}
        >
          <IconX {...icon} />
        </RowButton>
      )}
    </li>
  )
}

interface RowButtonProps {
  label: string
  onClick: () => void
  children: React.ReactNode
}

const RowButton = ({ label, onClick, children }: RowButtonProps) => (
  <ActionIcon variant="subtle" color="gray" c="gray.7" aria-label={label} onClick={onClick}>
    {children}
  </ActionIcon>
)

/** The browser no longer has the file; the stored parts are kept. */
function ContinueUpload({ upload: { key, name, hasHandle } }: { upload: Upload }) {
  if (hasHandle)
    return (
      <Button variant="default" size="compact-sm" mt={8} onClick={() => void uploadQueue.reopen(key)}>
        Continue
      </Button>
    )
  return (
    <div className={classes.again}>
      <span>Select the same file again to continue.</span>
      <UploadButton
        label="Select file"
        accessibleLabel={`Select file: ${name}`}
        size="compact-sm"
        place={{}}
        multiple={false}
      />
    </div>
  )
}
