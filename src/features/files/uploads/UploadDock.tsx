import { ActionIcon, CloseButton, Collapse, Progress, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { useEffect } from 'react'
import { icon } from '#ui/theme.ts'
import classes from './UploadDock.module.css'
import { uploads } from './UploadQueue.ts'
import { UploadQueueList } from './UploadQueueList.tsx'
import { summariseUploads } from './uploadWords.ts'
import { useUploadQueue } from './useUploads.ts'

/** How long the good news stands. */
const CLOSE_DELAY_MS = 6_000

/** What is on its way up, in a corner of every page of the portal. Away when there is nothing. */
export function UploadDock({ agentId }: { agentId: string }) {
  const list = useUploadQueue(agentId)
  const sum = summariseUploads(list)
  const [opened, { toggle, open }] = useDisclosure()
  const needsAgent = sum.failed + sum.lost > 0
  const isOver = list.length > 0 && sum.underWay === 0 && !needsAgent
  useEffect(() => {
    if (needsAgent) open()
  }, [needsAgent, open])
  useEffect(() => {
    if (!isOver || opened) return
    const timer = setTimeout(() => uploads.clear(), CLOSE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isOver, opened])
  if (list.length === 0) return null
  const words = headline(sum)
  return (
    <section className={classes.dock} aria-label="Uploads">
      <VisuallyHidden role="status">{words}</VisuallyHidden>
      <div className={classes.head}>
        <UnstyledButton className={classes.toggle} onClick={toggle} aria-expanded={opened} aria-controls="uploads-list">
          <span className={classes.words}>{words}</span>
          <span className={classes.more}>
            {sum.underWay > 0 && [`${sum.percent} %`, sum.timeLeft].filter(Boolean).join(' · ')}
          </span>
        </UnstyledButton>
        {isOver ? (
          <CloseButton aria-label="Close uploads" onClick={() => uploads.clear()} />
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

const countText = (count: number, noun = 'file') => `${count} ${noun}${count === 1 ? '' : 's'}`

function headline({ underWay, done, failed, lost, isOffline }: ReturnType<typeof summariseUploads>) {
  if (isOffline) return 'Waiting for a connection'
  if (underWay > 0) return `Uploading ${countText(underWay)}`
  if (failed > 0) return `${countText(failed)} couldn’t be uploaded`
  if (lost > 0) return `${countText(lost, 'upload')} unfinished`
  return `${countText(done)} uploaded`
}
