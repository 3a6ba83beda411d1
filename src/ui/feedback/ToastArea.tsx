import { Button } from '@mantine/core'
import { hideNotification, Notifications, showNotification } from '@mantine/notifications'
import { IconAlertCircle, IconCheck } from '@tabler/icons-react'
import { AppError } from '#platform/errors.ts'
import { MantineRoot } from '../theme/MantineRoot.tsx'
import { icon } from '../theme/theme.ts'
import { BillingLink, isSubscriptionInactive } from './FailureAlert.tsx'
import classes from './ToastArea.module.css'

const UNEXPECTED = 'Something went wrong! Please try again later.'

export const ToastArea = () => (
  <MantineRoot>
    <Notifications
      position="bottom-right"
      classNames={{ root: classes.area }}
      limit={5}
      autoClose={4000}
      transitionDuration={250}
      containerWidth={440}
      notificationMaxHeight={200}
    />
  </MantineRoot>
)

const toastProps = { withBorder: true, closeButtonProps: { 'aria-label': 'Close' } }
const successToast = { ...toastProps, color: 'teal.9', icon: <IconCheck {...icon} /> }
const errorToast = { ...toastProps, color: 'red.8', icon: <IconAlertCircle {...icon} /> }

export function showToast(message: string) {
  showNotification({ message, ...successToast })
}

export function showUndoToast(message: string, onUndo: () => void) {
  const undo = () => {
    hideNotification(id)
    onUndo()
  }
  const id = showNotification({
    message: (
      <span className={classes.withAction}>
        {message}
        <Button variant="subtle" size="compact-sm" onClick={undo}>
          Undo
        </Button>
      </span>
    ),
    ...successToast,
  })
}

/** Only errors made on purpose carry a sentence for people; of any other the person learns that it failed. */
export function showErrorToast(error: unknown) {
  if (isSubscriptionInactive(error)) return showInactiveToast(error.message)
  const message = error instanceof AppError ? error.message : UNEXPECTED
  showNotification({ message, ...errorToast })
}

/** The one refusal that the agent can do something about elsewhere. */
function showInactiveToast(sentence: string) {
  const id = showNotification({
    message: (
      <span className={classes.withAction}>
        {sentence}
        <BillingLink onClick={() => hideNotification(id)} />
      </span>
    ),
    ...errorToast,
  })
}
