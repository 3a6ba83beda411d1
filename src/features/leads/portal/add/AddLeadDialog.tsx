import { NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { IconFileImport, IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { ChangeEvent } from 'react'
import { type FindListings, ListingField } from '#features/listings/portal/ListingSelect.tsx'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { showToast } from '#ui/feedback/toasts.tsx'
import { DialogFooter } from '#ui/form/DialogFooter.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { ButtonLink } from '#ui/links.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { icon } from '#ui/theme/theme.ts'
import { MAX_NOTE_LENGTH } from '../../buyer.schema.ts'
import { addLead } from '../../intake/addLead.functions.ts'
import { AddLeadFormValues, consentChoices, consentStatement } from '../../intake/addLead.schema.ts'
import { ContactFields, EITHER_IS_ENOUGH } from '../ContactFields.tsx'
import classes from './AddLeadDialog.module.css'

const smallIcon = { ...icon, size: 16 }

/** Links, so that the dialogs close with the back button. */
export const AddLeadButtons = () => (
  <div className={classes.buttons}>
    <ButtonLink
      from="/portal/leads"
      search={(search) => ({ ...search, add: 'import' as const })}
      resetScroll={false}
      variant="default"
      leftSection={<IconFileImport {...smallIcon} />}
    >
      Import
    </ButtonLink>
    <ButtonLink
      from="/portal/leads"
      search={(search) => ({ ...search, add: 'lead' as const })}
      resetScroll={false}
      variant="default"
      leftSection={<IconPlus {...smallIcon} />}
    >
      Add lead
    </ButtonLink>
  </div>
)

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
  return (
    <form {...form.formProps}>
      <Stack gap="sm">
        <ListingField findListings={findListings} field={form.valueField('listingId')} />
        <ContactFields form={form} emailHint={EITHER_IS_ENOUGH} />
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

interface Field {
  value: string
  error?: string
}

interface ConsentFieldsProps {
  label: string
  choice: Field & { onChange: (value: string) => void }
  text: Field & { onChange: (event: ChangeEvent<HTMLInputElement>) => void }
}

/** How buyers agreed to being stored. */
export const ConsentFields = ({ label, choice, text }: ConsentFieldsProps) => (
  <>
    <NativeSelect
      label={label}
      data={[{ value: '', label: 'Choose…' }, ...consentChoices, 'Other']}
      {...choice}
      onChange={(event) => choice.onChange(event.currentTarget.value)}
    />
    {choice.value && (
      <TextInput label="When and where (optional)" placeholder="Open home on 14 March" maxLength={200} {...text} />
    )}
  </>
)
