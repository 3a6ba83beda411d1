import { TextInput, Title } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { IconFiles, IconPhoto } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { UnsavedChangesGuard } from '#ui/form/UnsavedChangesGuard.tsx'
import { useFocusFirstField } from '#ui/form/useForm.ts'
import { SideDrawer } from '#ui/overlay/Dialog.tsx'
import { icon } from '#ui/theme/theme.ts'
import { titleFromAddress } from '../../facts/address.ts'
import { publicListingPath } from '../../listingLinks.ts'
import type { OwnListing } from '../../listings.functions.ts'
import { DescriptionEditor } from '../descriptionEditor/DescriptionEditor.tsx'
import { type ListingAction, useListingActions } from '../useListingActions.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import { EditorBar, SaveStatus } from './EditorBar.tsx'
import classes from './ListingEditor.module.css'
import { ListingPreview } from './ListingPreview.tsx'
import { PropertyFactsCard } from './PropertyFactsCard.tsx'
import { checkReadiness, type FileCounts, PublishPanel, ReadinessList } from './PublishPanel.tsx'
import { SaleCard } from './SaleCard.tsx'
import { SlugField } from './SlugField.tsx'
import { isChangedElsewhere, type ListingForm, useListingForm } from './useListingForm.ts'

interface ListingEditorProps extends Partial<FileCounts> {
  /** Missing for a new one. */
  listing?: OwnListing
  timeZone: string
  onSaved: (saved: OwnListing) => void
  /** Sections of other features. */
  photos?: ReactNode
  documents?: ReactNode
}

/** Everything about one listing. Saved by its button or Ctrl S; nothing typed is lost when saving fails. */
export function ListingEditor(props: ListingEditorProps) {
  const { listing, timeZone, onSaved, photos, documents, photoCount = 0, documentCount = 0 } = props
  const { form, adopt, saveOver } = useListingForm(listing, onSaved)
  const { act, isPending: isMoving } = useListingActions()
  const [isPreviewOpen, preview] = useDisclosure()
  const { isDirty, isBusy } = form
  useHotkeys([['mod+S', () => void form.save()]], [], true)

  async function changeState(action: ListingAction) {
    if (!listing || (action === 'publish' && isDirty && !(await form.save()))) return
    act({ action, listing })
  }
  const isConflict = isChangedElsewhere(form.failure)
  const shown = <ListingPreview {...form.values} />
  return (
    <>
      <EditorBar
        label={listing ? 'Save' : 'Save draft'}
        title={form.values.title || (listing?.title ?? '')}
        status={<SaveStatus dirty={isDirty} busy={isBusy} savedAt={listing?.updatedAt} timeZone={timeZone} />}
        canSave={isDirty || !listing}
        busy={isBusy}
        onSave={() => void form.save()}
        previewLink={listing && `${publicListingPath(listing.id)}?preview=true`}
        onPreview={preview.open}
      >
        {/* A conflict has its dialog. */}
        <FailureAlert error={isConflict ? null : form.failure} />
      </EditorBar>
      {/* A new listing moves to its own page when it is saved; what is typed in the meantime would be lost. */}
      <div className={classes.columns} inert={!listing && isBusy}>
        <div className={classes.column}>
          <PropertyDetailsCard form={form} listing={listing} />
          <PropertyFactsCard form={form} />
          <SaleCard form={form} timeZone={timeZone} />
          <EditorSection title="Photos" icon={<IconPhoto {...icon} />} about="Save the draft to add photos.">
            {photos}
          </EditorSection>
          <EditorSection title="Documents" icon={<IconFiles {...icon} />} about="Save the draft to add documents.">
            {documents}
          </EditorSection>
        </div>
        <div className={classes.aside}>
          <PublishPanel listing={listing} dirty={isDirty} busy={isMoving || isBusy} onAct={changeState}>
            <ReadinessList
              points={checkReadiness(form.values, { photoCount, documentCount })}
              isOut={listing?.state === 'published'}
            />
          </PublishPanel>
          <div className={classes.preview}>{shown}</div>
        </div>
      </div>
      <SideDrawer
        opened={isPreviewOpen}
        onClose={preview.close}
        position="right"
        size="min(100%, 480px)"
        title="Preview"
      >
        {shown}
      </SideDrawer>
      {listing && (
        <ConflictDialog
          id={listing.id}
          opened={isConflict}
          onClose={form.clearFailure}
          onTheirs={adopt}
          onMine={saveOver}
        />
      )}
      <UnsavedChangesGuard dirty={isDirty} />
    </>
  )
}

/** Title, subtitle, link and description. */
function PropertyDetailsCard({ form, listing }: { form: ListingForm['form']; listing?: OwnListing }) {
  const first = useFocusFirstField()
  return (
    <section className={classes.card} aria-labelledby="property-details">
      <Title order={2} id="property-details" className={classes.heading}>
        Property details
      </Title>
      <TextInput
        ref={listing ? undefined : first}
        label="Title"
        placeholder={titleFromAddress(form.values) || '12 Rata Street, Karori'}
        maxLength={160}
        autoComplete="off"
        {...form.textField('title')}
      />
      <TextInput
        label="Subtitle"
        placeholder="3 bed · 1 bath · 640 m²"
        maxLength={240}
        autoComplete="off"
        {...form.textField('subtitle')}
      />
      <SlugField form={form} listing={listing} />
      <DescriptionEditor label="Description" {...form.valueField('description')} />
    </section>
  )
}

interface EditorSectionProps {
  title: string
  icon: ReactNode
  /** Shown until there is something. */
  about: string
  children?: ReactNode
}

/** A section of another feature. */
function EditorSection({ title, icon, about, children }: EditorSectionProps) {
  if (children) return children
  return (
    <section className={classes.card} aria-label={title}>
      <Title order={2} className={classes.heading}>
        {title}
      </Title>
      <div className={classes.waiting}>
        {icon}
        <span>{about}</span>
      </div>
    </section>
  )
}
