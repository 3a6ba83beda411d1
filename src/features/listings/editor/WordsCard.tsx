import { TextInput, Title } from '@mantine/core'
import { useFocusFirstField } from '#ui/useFirstFocus.ts'
import { DescriptionEditor } from '../description/DescriptionEditor.tsx'
import type { OwnListing } from '../listings.functions.ts'
import classes from './ListingEditor.module.css'
import { SlugField } from './SlugField.tsx'
import type { ListingForm } from './useListingForm.ts'

/** Title, subtitle, address and description. */
export function PropertyDetailsCard({ form, listing }: { form: ListingForm['form']; listing?: OwnListing }) {
  const first = useFocusFirstField()
  return (
    <section className={classes.card} aria-labelledby="words">
      <Title order={2} id="words" className={classes.heading}>
        Property details
      </Title>
      <TextInput
        ref={listing ? undefined : first}
        label="Title"
        placeholder="12 Rata Street, Karori"
        maxLength={160}
        autoComplete="off"
        {...form.getInputProps('title')}
      />
      <TextInput
        label="Subtitle"
        placeholder="3 bed · 1 bath · 640 m²"
        maxLength={240}
        autoComplete="off"
        {...form.getInputProps('subtitle')}
      />
      <SlugField form={form} listing={listing} />
      <DescriptionEditor label="Description" {...form.getInputProps('description')} value={form.values.description} />
    </section>
  )
}
