import { ActionIcon, Button, Progress } from '@mantine/core'
import { IconAlertCircle, IconCheck, IconRefresh, IconX } from '@tabler/icons-react'
import { BillingLink, isSubscriptionInactive } from '#ui/BillingLink.tsx'
import { failureMessage } from '#ui/failureSentence.ts'
import { icon } from '#ui/theme.ts'
import { UploadButton } from './ChooseFiles.tsx'
import classes from './UploadDock.module.css'
import { uploads } from './UploadQueue.ts'
import { progressText, type Upload } from './uploadWords.ts'

export function UploadRow({ upload }: { upload: Upload }) {
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
        {isSubscriptionInactive(error) && <BillingLink />}
        {state === 'lost' && <ContinueUpload upload={upload} />}
      </div>
      {state === 'failed' && canRetry && (
        <RowButton label={`Try again: ${name}`} onClick={() => uploads.retry(key)}>
          <IconRefresh {...icon} />
        </RowButton>
      )}
      {state === 'done' ? (
        <IconCheck {...icon} className={classes.done} aria-label="Uploaded" />
      ) : (
        <RowButton
          label={state === 'failed' ? `Dismiss ${name}` : `Cancel ${name}`}
          onClick={() => uploads.cancel(key)}
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

/** The browser has forgotten the file itself; the parts that arrived are still there. */
function ContinueUpload({ upload: { key, name, hasHandle } }: { upload: Upload }) {
  if (hasHandle)
    return (
      <Button variant="default" size="compact-sm" mt={8} onClick={() => void uploads.reopen(key)}>
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
