import { Checkbox, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { copyText } from '#ui/feedback/copyOrSaveText.ts'
import { showToast } from '#ui/feedback/toasts.tsx'
import { DialogFooter } from '#ui/form/DialogFooter.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { addVendor } from '../vendorSettings.functions.ts'
import { AddVendorInput } from '../vendorSettings.schema.ts'

interface AddVendorDialogProps {
  listingId: string
  opened: boolean
  onClose: () => void
}

export const AddVendorDialog = ({ opened, onClose, listingId }: AddVendorDialogProps) => (
  <Dialog opened={opened} onClose={onClose} title="Add someone to the vendor report" size={440}>
    {opened && <AddVendorForm listingId={listingId} onDone={onClose} />}
  </Dialog>
)

function AddVendorForm({ listingId, onDone }: { listingId: string; onDone: () => void }) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { listingId, name: '', email: '', sendsLink: true },
    schema: AddVendorInput,
    submit: (data) => addVendor({ data }),
    onSuccess: async ({ url }, { name, email, sendsLink }) => {
      onDone()
      if (email.trim() && sendsLink) showToast(`We’re emailing ${name.trim()} the link.`)
      // Without an address the agent passes the link on.
      else await copyText(url, `${name.trim()} added. Link copied.`)
      await queryClient.invalidateQueries({ queryKey: queryKeys.vendors.settings(listingId) })
    },
  })
  return (
    <form {...form.formProps}>
      <Stack gap="sm">
        <TextInput
          label="Name"
          placeholder="Mere and Tom Hale"
          autoComplete="off"
          data-autofocus
          {...form.textField('name')}
        />
        <TextInput
          label="Email"
          description="For the weekly email. Leave it empty if you’d rather send them the link yourself."
          type="email"
          inputMode="email"
          autoComplete="off"
          {...form.textField('email')}
        />
        {form.values.email.trim() !== '' && (
          <Checkbox
            label="Email them the link now"
            checked={form.values.sendsLink}
            onChange={({ currentTarget }) => form.setValue('sendsLink', currentTarget.checked)}
          />
        )}
        <DialogFooter label="Add vendor" form={form} onCancel={onDone} />
      </Stack>
    </form>
  )
}
