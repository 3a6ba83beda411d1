import { List } from '@mantine/core'
import { Dialog } from '#ui/Dialog.tsx'
import { DeleteAccountForm } from './DeleteAccountForm.tsx'

interface DeleteAccountDialogProps {
  opened: boolean
  onClose: () => void
  email: string
}

export function DeleteAccountDialog({ opened, onClose, email }: DeleteAccountDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Delete your account?">
      <p style={{ margin: '0 0 8px' }}>
        In 14 days we’ll permanently delete everything in the account <strong>{email}</strong>:
      </p>
      <List size="sm" spacing={4} mb="md">
        <List.Item>your account, photo, settings and signed-in devices</List.Item>
        <List.Item>your listings, their public pages and links</List.Item>
        <List.Item>your photos and documents</List.Item>
        <List.Item>your leads, with buyers’ names and contact details</List.Item>
        <List.Item>your notifications, statistics and exports</List.Item>
      </List>
      <p style={{ margin: '0 0 16px' }}>
        Your subscription stops renewing straight away, so you won’t be charged again. If you change your mind within 14
        days, select “Keep my account” in the portal, then resume your subscription under Billing.
      </p>
      <DeleteAccountForm onDone={onClose} />
    </Dialog>
  )
}
