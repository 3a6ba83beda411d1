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
        In 14 days we delete, for good, everything that belongs to <strong>{email}</strong>:
      </p>
      <List size="sm" spacing={4} mb="md">
        <List.Item>your account, photo and settings, and every sign-in</List.Item>
        <List.Item>your listings, with their public pages and links</List.Item>
        <List.Item>your photos and documents</List.Item>
        <List.Item>your leads, with the names and numbers of the buyers</List.Item>
        <List.Item>your notifications, statistics and exports</List.Item>
      </List>
      <p style={{ margin: '0 0 16px' }}>
        Your subscription stops renewing straight away, so you won't be charged again. For 14 days, one click in the
        portal keeps your account; you can then resume the subscription under Billing.
      </p>
      <DeleteAccountForm onDone={onClose} />
    </Dialog>
  )
}
