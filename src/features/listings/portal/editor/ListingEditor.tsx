import { Button, TextInput, Title } from '@mantine/core'
import { useDisclosure, useHotkeys, useMediaQuery } from '@mantine/hooks'
import { IconHistory } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTeam } from '#features/agencies/portal/useTeam.ts'
import { History } from '#features/audit/History.tsx'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { UnsavedChangesGuard } from '#ui/form/UnsavedChangesGuard.tsx'
import { useFocusFirstField } from '#ui/form/useForm.ts'
import { ConflictDialog } from '#ui/overlay/ConflictDialog.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { icon } from '#ui/theme/theme.ts'
import { LinksCard } from '../../channels/LinksCard.tsx'
import { titleFromAddress } from '../../facts/address.ts'
import { listingHistoryQuery, listingQuery, type OwnListing } from '../../listings.functions.ts'
import { publicListingPath } from '../../listingUrls.ts'
import type { Question } from '../../questions/questions.schema.ts'
import { DescriptionEditor } from '../descriptionEditor/DescriptionEditor.tsx'
import { QuestionsCard } from '../questions/QuestionsCard.tsx'
import { ShareDialog } from '../ShareDialog.tsx'
import { type ListingAction, useListingActions } from '../useListingActions.ts'
import { AutosaveStatus, EditorBar, SaveStatus } from './EditorBar.tsx'
import { PropertyFactsCard } from './facts/PropertyFactsCard.tsx'
import { SaleCard } from './facts/SaleCard.tsx'
import classes from './ListingEditor.module.css'
import { ListingPreview } from './ListingPreview.tsx'
import { ListingTeamCard } from './ListingTeamCard.tsx'
import { type ListingFormValues, titleFromFolder } from './listingFormValues.ts'
import { checkReadiness, type ListingCompleteness, PublishPanel, ReadinessList } from './PublishPanel.tsx'
import { SlugField } from './SlugField.tsx'
import { isChangedElsewhere, type ListingForm, useListingForm } from './useListingForm.ts'

/** The id of the listing that is edited, which is created if needed. `folderName`: of a folder that was added as a whole. */
export type FindListingId = (folderName?: string) => Promise<string>

/** Parts of the editor that belong to other features. */
interface EditorSections {
  /** Above everything else. */
  start: ReactNode
  photos: ReactNode
  documents: ReactNode
  /** Below the documents. */
  vendors: ReactNode
  /** The public page with these values. */
  preview: (values: ListingFormValues) => ReactNode
  dropZone: ReactNode
}

interface ListingEditorProps extends ListingCompleteness {
  /** Missing for a new one. */
  listing?: OwnListing
  timeZone: string
  /** What buyers are asked on listings without their own questions. */
  usualQuestions: Question[]
  sections: (findListingId: FindListingId) => EditorSections
  onSaved: (saved: OwnListing) => void
}

/** There the preview is beside the form, as in the style sheets. */
const PREVIEW_COLUMN = '(min-width: 75em)'

/** Everything about one listing. A draft saves itself; what is public is saved by its button or Ctrl S. */
export function ListingEditor(props: ListingEditorProps) {
  const { listing, timeZone, usualQuestions, onSaved, photoCount, documentCount, missingContactDetails } = props
  const queryClient = useQueryClient()
  const editing = useListingForm(listing, onSaved)
  const { form, isDraft, autosave } = editing
  const { act, isPending: isMoving } = useListingActions()
  const [isPreviewOpen, preview] = useDisclosure()
  const [isSharing, setSharing] = useState(false)
  const [isJustPublished, setJustPublished] = useState(false)
  const sections = props.sections((folderName) => editing.requireListingId(folderName && titleFromFolder(folderName)))

  const save = () => void (isDraft ? editing.saveAll() : form.save())
  useHotkeys([['mod+S', save]], [], true)

  const share = (isNew = false) => {
    setJustPublished(isNew)
    setSharing(true)
  }
  const listingTitle = form.values.title || titleFromAddress(form.values) || (listing?.title ?? '')
  async function publish() {
    if (!editing.requireTitle()) return
    const id = await editing.saveAll()
    if (!id) return
    act(
      { action: 'publish', listing: { id, title: listingTitle, publishedAt: null }, isAnnounced: true },
      { onSuccess: () => share(true) },
    )
  }
  function changeState(action: ListingAction) {
    if (action === 'publish') void publish()
    else if (listing) act({ action, listing })
  }

  const isConflict = isChangedElsewhere(form.failure)
  const isWaiting = isDraft && (autosave.phase === 'offline' || autosave.phase === 'failed')
  const saved = { savedAt: listing?.updatedAt, timeZone }
  const hasPreviewColumn = useMediaQuery(PREVIEW_COLUMN)
  const pagePreview = () => (
    <ListingPreview pageLink={listing && `${publicListingPath(listing.id)}?preview=true`}>
      {sections.preview(form.values)}
    </ListingPreview>
  )
  return (
    <>
      <EditorBar
        listing={listing}
        title={listingTitle}
        status={
          isDraft ? (
            <AutosaveStatus phase={autosave.phase} onRetry={autosave.retry} {...saved} />
          ) : (
            <SaveStatus isDirty={form.isDirty} isSaving={form.isBusy} {...saved} />
          )
        }
        isDirty={form.isDirty}
        isSaving={form.isBusy}
        isMoving={isMoving}
        onSave={save}
        onPreview={preview.open}
        onShare={() => share()}
        onAct={changeState}
      >
        {/* A conflict has its dialog, and what is tried again by itself says so above. */}
        <FailureAlert error={isConflict || isWaiting ? null : form.failure} />
      </EditorBar>
      {editing.isRestored && <RestoredNotice onDiscard={editing.discard} onClose={editing.dismissRestored} />}
      <div className={classes.columns}>
        <div className={classes.column}>
          {sections.start}
          <PropertyDetailsCard form={form} listing={listing} />
          <PropertyFactsCard form={form} />
          <SaleCard listingId={listing?.id} form={form} timeZone={timeZone} />
          <QuestionsCard form={form} usualQuestions={usualQuestions} />
          {sections.photos}
          {sections.documents}
          {sections.vendors}
          {listing && <LinksCard listing={listing} />}
          {listing && <ListingTeamCard id={listing.id} />}
          {listing && <ListingHistoryCard id={listing.id} timeZone={timeZone} />}
        </div>
        <div className={classes.aside}>
          <PublishPanel listing={listing} onShare={() => share()}>
            <ReadinessList
              points={checkReadiness(form.values, { photoCount, documentCount, missingContactDetails })}
              isOut={listing?.state === 'published'}
            />
          </PublishPanel>
          <div className={classes.preview}>{hasPreviewColumn && pagePreview()}</div>
        </div>
      </div>
      {sections.dropZone}
      <Dialog
        opened={isPreviewOpen && !hasPreviewColumn}
        onClose={preview.close}
        title={listingTitle || 'New listing'}
        fullScreen="always"
      >
        <div className={classes.largePreview}>{pagePreview()}</div>
      </Dialog>
      {listing && (
        <>
          <ShareDialog listing={listing} isNew={isJustPublished} opened={isSharing} onClose={() => setSharing(false)} />
          <ConflictDialog
            title="This listing was changed elsewhere"
            opened={isConflict}
            onClose={form.clearFailure}
            fetchCurrent={() => queryClient.fetchQuery({ ...listingQuery(listing.id), staleTime: 0 })}
            onTheirs={editing.adopt}
            onMine={editing.saveOver}
          >
            Someone saved it after you opened it, perhaps you in another tab. Your changes are still here.
          </ConflictDialog>
        </>
      )}
      <UnsavedChangesGuard
        dirty={form.isDirty}
        flush={isDraft ? autosave.flush : undefined}
        onDiscard={isDraft ? editing.discard : undefined}
      />
    </>
  )
}

interface RestoredNoticeProps {
  onDiscard: () => void
  onClose: () => void
}

/** After a crash, or when the page was closed without a connection. */
const RestoredNotice = ({ onDiscard, onClose }: RestoredNoticeProps) => (
  <div className={classes.restored}>
    <Notice
      role="status"
      icon={<IconHistory {...icon} />}
      title="We’ve restored your unsaved changes"
      action={
        <Button variant="default" size="xs" onClick={onDiscard}>
          Discard them
        </Button>
      }
      onClose={onClose}
    >
      <p>They weren’t saved when this page was last closed.</p>
    </Notice>
  </div>
)

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

/** Who published and changed the listing, and when. */
function ListingHistoryCard({ id, timeZone }: { id: string; timeZone: string }) {
  const { isTeam } = useTeam()
  return (
    <section className={classes.card} aria-labelledby="listing-history">
      <Title order={2} id="listing-history" className={classes.heading}>
        History
      </Title>
      <History
        useHistory={(enabled) => useInfiniteQuery({ ...listingHistoryQuery(id), enabled })}
        timeZone={timeZone}
        hasNames={isTeam}
      />
    </section>
  )
}
