import { Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FindListings, ListingSelect } from '#features/listings/portal/ListingSelect.tsx'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { showToast } from '#ui/feedback/toasts.tsx'
import { DialogFooter } from '#ui/form/DialogFooter.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { MAX_NOTE_LENGTH } from '../../buyer.schema.ts'
import { addLead } from '../../intake/addLead.functions.ts'
import { AddLeadFormValues, consentStatement } from '../../intake/addLead.schema.ts'
import { ConsentFields } from './ConsentFields.tsx'

interface AddLeadFieldsProps {
  /** Chosen already, for someone who comes from a listing. */
  listingId: string
  findListings: FindListings
  onClose: () => void
  /** The new lead, or the one that has this email address or phone number already. */
  onAdded: (id: string) => void
}

/** For a buyer who rang, or came to an open home. */
export const AddLeadDialog = ({ opened, ...fields }: AddLeadFieldsProps & { opened: boolean }) => (
  <Dialog opened={opened} onClose={fields.onClose} title="Add lead" fullScreen="on phones">
    <AddLeadFields {...fields} />
  </Dialog>
)

function AddLeadFields({ listingId, findListings, onClose, onAdded }: AddLeadFieldsProps) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: {
      ...{ listingId, firstName: '', lastName: '', phone: '', email: '', note: '' },
      ...{ consentChoice: '', consentText: '' },
    },
    schema: AddLeadFormValues,
    submit: ({ consentChoice, consentText, ...contact }) =>
      addLead({ data: { ...contact, consent: consentStatement({ consentChoice, consentText }) } }),
    onSuccess: async ({ id, isNew }) => {
      showToast(isNew ? 'Lead added.' : 'This buyer is already a lead on this listing.')
      onAdded(id)
      await queryClient.invalidateQueries({ queryKey: queryKeys.leads.all })
    },
  })
  const listing = form.valueField('listingId')
  return (
    <form {...form.formProps}>
      <Stack gap="sm">
        <div data-field={listing['data-field']} tabIndex={-1}>
          <ListingSelect
            label="Listing"
            placeholder="Choose a listing"
            findListings={findListings}
            value={listing.value || null}
            onSelect={(id) => listing.onChange(id ?? '')}
          />
          {listing.error && (
            <Text size="xs" c="red.9" mt={4}>
              {listing.error}
            </Text>
          )}
        </div>
        <Group grow gap="sm" align="start">
          <TextInput label="First name" maxLength={60} {...form.textField('firstName')} />
          <TextInput label="Last name" maxLength={60} {...form.textField('lastName')} />
        </Group>
        <TextInput label="Phone" type="tel" maxLength={40} {...form.textField('phone')} />
        <TextInput
          label="Email"
          description="A phone number or an email address is enough."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          type="email"
          maxLength={254}
          {...form.textField('email')}
        />
        <Textarea
          label="What they asked (optional)"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={MAX_NOTE_LENGTH}
          {...form.valueField('note')}
          onChange={(event) => form.setValue('note', event.currentTarget.value)}
        />
        <ConsentFields
          label="How did they agree to you keeping their details?"
          choice={form.valueField('consentChoice')}
          text={form.textField('consentText')}
        />
        <DialogFooter label="Add lead" form={form} onCancel={onClose} />
      </Stack>
    </form>
  )
}
