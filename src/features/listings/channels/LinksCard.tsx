import { Button, Skeleton, Stack, TextInput, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { FactsLine } from '#ui/display/FactsLine.tsx'
import { copyLink } from '#ui/feedback/copyOrSaveText.ts'
import { showToast } from '#ui/feedback/toasts.tsx'
import { DialogFooter } from '#ui/form/DialogFooter.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { formatCount } from '#ui/format/format.ts'
import { SectionError } from '#ui/layout/SectionCard.tsx'
import { useOptimisticMutation } from '#ui/mutation/useOptimisticMutation.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { icon } from '#ui/theme/theme.ts'
import { channelLabel } from '../../../values/channelKinds.ts'
import type { ListingState } from '../listingsSearch.ts'
import { shareFilePath } from '../listingUrls.ts'
import card from '../portal/editor/ListingEditor.module.css'
import { useRecordShare } from '../portal/useShareListing.ts'
import { addListingLink, archiveListingLink, listingLinksQuery, renameListingLink } from './channels.functions.ts'
import { LinkName, type ListingLink, MAX_LINK_NAME_LENGTH, MAX_OWN_LINKS } from './channels.schema.ts'
import classes from './LinksCard.module.css'

interface LinksCardProps {
  listing: { id: string; slug: string; state: ListingState }
}

/** A link for each place where people see the listing, with what came by it. */
export function LinksCard({ listing }: LinksCardProps) {
  const { id } = listing
  const { data: links, isError, isFetching, refetch } = useQuery(listingLinksQuery(id))
  const onShare = useRecordShare(listing)
  /** The link whose name is edited, or `new`. */
  const [edited, setEdited] = useState<ListingLink | 'new'>()
  const archive = useArchiveLink(id)
  const shown = links?.filter(({ isArchived }) => !isArchived)
  const ownCount = links?.filter(({ kind }) => kind === 'own').length ?? 0
  return (
    <section className={card.card} aria-labelledby="listing-links">
      <Title order={2} id="listing-links" className={card.heading}>
        Links
      </Title>
      <p className={classes.about}>
        Use a different link in each place, and Analytics shows where your visitors and leads come from. Views and leads
        are from the last 30 days.
      </p>
      {!shown &&
        (isError ? <SectionError what="the links" busy={isFetching} onRetry={refetch} /> : <Skeleton h={280} />)}
      {shown && (
        <ul className={classes.list} aria-label="Links">
          {shown.map((link) => (
            <LinkRow
              key={link.id}
              listingId={id}
              link={link}
              onShare={onShare}
              onRename={() => setEdited(link)}
              onArchive={() => archive(link)}
            />
          ))}
        </ul>
      )}
      {shown && ownCount < MAX_OWN_LINKS && (
        <div>
          <Button variant="default" leftSection={<IconPlus {...icon} size={16} />} onClick={() => setEdited('new')}>
            Add link
          </Button>
        </div>
      )}
      <Dialog
        opened={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title={edited === 'new' ? 'New link' : 'Rename link'}
        size={440}
      >
        {edited && <LinkForm listingId={id} link={edited} onDone={() => setEdited(undefined)} />}
      </Dialog>
    </section>
  )
}

interface LinkRowProps {
  listingId: string
  link: ListingLink
  onShare: () => void
  onRename: () => void
  onArchive: () => void
}

function LinkRow({ listingId, link, onShare, onRename, onArchive }: LinkRowProps) {
  const label = channelLabel(link.kind, link.name)
  return (
    <li className={classes.row}>
      <div className={classes.text}>
        <p className={classes.name}>
          <bdi>{label}</bdi>
        </p>
        <p className={classes.about}>
          <FactsLine
            facts={[
              link.url.replace(/^https?:\/\//, ''),
              formatCount(link.views, 'view'),
              formatCount(link.leads, 'lead'),
            ]}
          />
        </p>
      </div>
      <div className={classes.actions}>
        <Button
          variant="default"
          size="xs"
          aria-label={`Copy link: ${label}`}
          onClick={() => {
            onShare()
            void copyLink(link.url)
          }}
        >
          Copy
        </Button>
        <Button
          component="a"
          href={shareFilePath(listingId, 'qr.png', link.id)}
          download
          variant="default"
          size="xs"
          aria-label={`Download QR code: ${label}`}
          onClick={onShare}
        >
          QR code
        </Button>
        {link.kind === 'own' && (
          <>
            <Button variant="default" size="xs" aria-label={`Rename ${label}`} onClick={onRename}>
              Rename
            </Button>
            <Button variant="default" size="xs" aria-label={`Archive ${label}`} onClick={onArchive}>
              Archive
            </Button>
          </>
        )}
      </div>
    </li>
  )
}

interface LinkFormProps {
  listingId: string
  link: ListingLink | 'new'
  onDone: () => void
}

function LinkForm({ listingId, link, onDone }: LinkFormProps) {
  const queryClient = useQueryClient()
  const isNew = link === 'new'
  const form = useForm({
    initialValues: { name: isNew ? '' : link.name },
    schema: LinkName,
    submit: ({ name }) =>
      isNew ? addListingLink({ data: { listingId, name } }) : renameListingLink({ data: { id: link.id, name } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.listings.links(listingId) })
      showToast(isNew ? 'Link added.' : 'Link renamed.')
      onDone()
    },
  })
  return (
    <form {...form.formProps}>
      <Stack gap="sm">
        <TextInput
          label="Name"
          description="Where people will see it. Only your team sees the name."
          placeholder="Letterbox flyer"
          maxLength={MAX_LINK_NAME_LENGTH}
          autoComplete="off"
          {...form.textField('name')}
        />
        <DialogFooter label={isNew ? 'Add link' : 'Rename link'} form={form} onCancel={onDone} />
      </Stack>
    </form>
  )
}

/** Archived at once, with undo. The link itself keeps working. */
function useArchiveLink(listingId: string) {
  const queryKey = queryKeys.listings.links(listingId)
  const invalidates = [{ queryKey }]
  const { mutate: restore } = useOptimisticMutation<ListingLink, unknown>({
    mutationFn: ({ id }) => archiveListingLink({ data: { id, isArchived: false } }),
    queryKey,
    successMessage: ({ name }) => `${name} restored.`,
    invalidates,
  })
  return useOptimisticMutation<ListingLink, unknown>({
    mutationFn: ({ id }) => archiveListingLink({ data: { id, isArchived: true } }),
    queryKey,
    updateCache: (queryClient, { id }) =>
      queryClient.setQueryData<ListingLink[]>(queryKey, (all) =>
        all?.map((one) => (one.id === id ? { ...one, isArchived: true } : one)),
      ),
    successMessage: ({ name }) => `${name} archived. The link still works.`,
    undo: (link) => () => restore(link),
    invalidates,
  }).mutate
}
