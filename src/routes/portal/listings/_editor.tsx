import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Outlet, useChildMatches, useRouter } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { agentCardsQuery } from '#features/accounts/accounts.functions.ts'
import { settingsQuery } from '#features/accounts/settings.functions.ts'
import { missingContactDetails, settingsAgentCard } from '#features/accounts/settingsAgentCard.ts'
import { agencyQuery } from '#features/agencies/agencies.functions.ts'
import { pageOwner } from '#features/agencies/public/AgencyBrand.tsx'
import { EmailedDocuments } from '#features/emailedDocuments/portal/EmailedDocuments.tsx'
import { listingFilesQuery } from '#features/files/files.functions.ts'
import { publicFiles } from '#features/files/ownFile.ts'
import { DocumentsPanel, NewDocumentsPanel } from '#features/files/portal/panels/DocumentsPanel.tsx'
import { NewPhotosPanel, PhotosPanel } from '#features/files/portal/panels/PhotosPanel.tsx'
import { StartWithFiles } from '#features/files/portal/panels/StartWithFiles.tsx'
import { PageDropTarget } from '#features/files/portal/uploads/PageDropTarget.tsx'
import { TellBuyers } from '#features/leads/portal/changes/TellBuyers.tsx'
import { listingTimeZone } from '#features/listings/facts/address.ts'
import { describeFacts } from '#features/listings/facts/describeFacts.ts'
import {
  findListingNames,
  listingQuery,
  listingTeamQuery,
  type OwnListing,
} from '#features/listings/listings.functions.ts'
import { EditorSkeleton } from '#features/listings/portal/editor/EditorSkeleton.tsx'
import { type FindListingId, ListingEditor } from '#features/listings/portal/editor/ListingEditor.tsx'
import { type ListingFormValues, previewedListing } from '#features/listings/portal/editor/listingFormValues.ts'
import { readQuestions } from '#features/listings/questions/questions.schema.ts'
import { findListingChange, type ListingChange } from '#features/messages/portal/findListingChange.ts'
import { ListingChangeNotice } from '#features/messages/portal/ListingChangeNotice.tsx'
import { MessagesCard } from '#features/messages/portal/MessagesCard.tsx'
import { VendorCard } from '#features/vendors/portal/VendorCard.tsx'
import { useAppUrl } from '#platform/config/useAppUrl.ts'
import buyerLayout from '#ui/layout/BuyerLayout.module.css'
import { SiteFrame } from '#ui/layout/SiteFrame.tsx'
import ListingIsland from '../../-islands/ListingIsland.tsx'

/** Around a new listing and one that exists: both are the same editor, which stays when the first becomes the second. */
export const Route = createFileRoute('/portal/listings/_editor')({ component: EditorLayout })

function EditorLayout() {
  const [page] = useChildMatches()
  const listingId = page?.params && 'id' in page.params ? page.params.id : undefined
  /** Which listing the editor of a new one has created. It keeps that editor, with the focus and what was typed meanwhile. */
  const [editor, setEditor] = useState({ number: 0, createdId: '' })
  const [lastId, setLastId] = useState(listingId)
  if (listingId !== lastId) {
    setLastId(listingId)
    if (!listingId) setEditor({ number: editor.number + 1, createdId: '' })
  }
  const isNewHere = !listingId || listingId === editor.createdId
  // Otherwise the page shows that it is loading, missing or broken.
  const isReady = page?.status === 'success' || listingId === editor.createdId
  return (
    <>
      {/* A page that loads suspends until the script of its skeleton is here. Without this, the editor would be hidden too, and a hidden field loses the focus. */}
      <Suspense>
        <Outlet />
      </Suspense>
      {isReady && (
        <Editor
          key={isNewHere ? `new ${editor.number}` : listingId}
          listingId={listingId}
          onCreated={(createdId) => setEditor({ ...editor, createdId })}
        />
      )}
    </>
  )
}

interface EditorProps {
  /** Missing for a new listing. */
  listingId?: string
  onCreated: (id: string) => void
}

function Editor({ listingId, onCreated }: EditorProps) {
  const appUrl = useAppUrl()
  const router = useRouter()
  const listing = useQuery({
    ...listingQuery(listingId ?? ''),
    enabled: listingId !== undefined,
    // Another tab may have changed it a moment ago.
    refetchOnWindowFocus: 'always',
  }).data
  const settings = useSuspenseQuery(settingsQuery).data
  const { brand, members, userId } = useSuspenseQuery(agencyQuery).data
  // In a team, the one who edits is not always the one whom buyers see.
  const ofTeam = { enabled: listingId !== undefined && members.length > 1 }
  const { data: team } = useQuery({ ...listingTeamQuery(listingId ?? ''), ...ofTeam })
  const { data: cards = { agent: settingsAgentCard(settings), coAgents: [] } } = useQuery({
    ...agentCardsQuery(listingId ?? ''),
    ...ofTeam,
  })
  const isLeadAgent = !team || team.leadAgentId === userId
  const { data: files = [] } = useQuery({ ...listingFilesQuery(listingId ?? ''), enabled: listingId !== undefined })
  const shownFiles = publicFiles(files, listing?.coverFileId ?? null)
  const photoCount = files.filter(({ type }) => type === 'image').length

  const [toTell, setToTell] = useState<ListingChange>()
  async function onSaved(saved: OwnListing) {
    const { id, title } = saved
    const change = listing && findListingChange(listing, saved)
    if (change) setToTell(change)
    // The title of the tab is the listing's.
    if (listing && title !== listing.title)
      return router.invalidate({ filter: ({ routeId }) => routeId === '/portal/listings/_editor/$id' })
    if (listingId) return
    onCreated(id)
    // The agent may have left the page while it was being created.
    if (router.state.location.pathname === '/portal/listings/new')
      await router.navigate({
        to: '/portal/listings/$id',
        params: { id },
        replace: true,
        resetScroll: false,
        // Nothing is lost: this page goes on.
        ignoreBlocker: true,
      })
  }

  const sections = (findListingId: FindListingId) => {
    const findTarget = async (folderName?: string) => ({ listingId: await findListingId(folderName) })
    const shared = { listingId: listingId ?? '', findListings: findListingNames }
    return {
      start: (
        <>
          {listing && toTell && (
            <ListingChangeNotice
              listingId={listing.id}
              change={toTell}
              timeZone={listingTimeZone(listing, settings.timeZone)}
              onClose={() => setToTell(undefined)}
            />
          )}
          {listing?.state === 'published' && <MessagesCard listing={listing} />}
          {files.length === 0 && <StartWithFiles listingId={listingId} findTarget={findTarget} />}
        </>
      ),
      photos: listing ? (
        <PhotosPanel {...shared} coverFileId={listing.coverFileId} />
      ) : (
        <NewPhotosPanel findTarget={findTarget} />
      ),
      documents: listing ? (
        <>
          <TellBuyers listingId={listing.id} />
          <DocumentsPanel {...shared} timeZone={settings.timeZone} validityDays={settings.validityDays} />
          <EmailedDocuments listingId={listing.id} timeZone={settings.timeZone} />
        </>
      ) : (
        <NewDocumentsPanel findTarget={findTarget} />
      ),
      vendors: listing && <VendorCard listingId={listing.id} timeZone={settings.timeZone} />,
      preview: (values: ListingFormValues) => {
        const shown = previewedListing({ listing, values, agentsTimeZone: settings.timeZone, brand, ...shownFiles })
        return (
          <SiteFrame classes={buyerLayout} owner={pageOwner(brand)}>
            <ListingIsland listing={shown} facts={describeFacts(shown, appUrl)} {...cards} isPreview />
          </SiteFrame>
        )
      },
      dropZone: <PageDropTarget findTarget={findTarget} />,
    }
  }
  if (listingId && !listing) return <EditorSkeleton />
  return (
    <ListingEditor
      listing={listing}
      timeZone={settings.timeZone}
      photoCount={photoCount}
      documentCount={files.length - photoCount}
      missingContactDetails={isLeadAgent ? missingContactDetails(settings) : undefined}
      usualQuestions={readQuestions(settings.questions)}
      sections={sections}
      onSaved={(saved) => void onSaved(saved)}
    />
  )
}
