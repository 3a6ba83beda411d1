import { Button, Menu, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCopy, IconMail, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EditableName } from '#features/files/portal/EditableName.tsx'
import { type DocumentType, documentTypes } from '#features/listings/documentTypes.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { FactsLine } from '#ui/display/FactsLine.tsx'
import { RelativeTime } from '#ui/display/RelativeTime.tsx'
import { copyText } from '#ui/feedback/copyOrSaveText.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { formatBytes, formatCount, fullName } from '#ui/format/format.ts'
import { SectionBody, SectionCard } from '#ui/layout/SectionCard.tsx'
import { useOptimisticMutation } from '#ui/mutation/useOptimisticMutation.ts'
import { ActionsMenu } from '#ui/overlay/ActionsMenu.tsx'
import { ConfirmPopover } from '#ui/overlay/Dialog.tsx'
import { icon } from '#ui/theme/theme.ts'
import {
  acceptEmailedDocuments,
  type EmailedDocument,
  type EmailedDocuments as EmailedDocumentsResult,
  type EmailWithDocuments,
  emailedDocumentsQuery,
  getEmailedDocumentUrl,
  makeEmailAddress,
  refuseEmailedDocuments,
} from '../emailedDocuments.functions.ts'
import { MAX_DOCUMENTS_PER_CALL } from '../emailedDocuments.schema.ts'
import classes from './EmailedDocuments.module.css'

const smallIcon = { ...icon, size: 16 }

interface EmailedDocumentsProps {
  listingId: string
  timeZone: string
}

/** The address that takes documents for a listing, and what has arrived there and waits for the agent. */
export function EmailedDocuments({ listingId, timeZone }: EmailedDocumentsProps) {
  const { data } = useQuery(emailedDocumentsQuery(listingId))
  const actions = useEmailedDocumentActions(listingId)
  if (!data || (!data.isAvailable && data.emails.length === 0)) return null
  const proven = data.emails.filter(({ isProven }) => isProven)
  const held = data.emails.filter(({ isProven }) => !isProven)
  const waiting = proven.flatMap(({ documents }) => documents)
  return (
    <SectionCard
      id="from-email"
      title="From email"
      about="Email documents to this listing, or forward them. Buyers see them once you accept them."
      action={
        waiting.length > 1 && (
          <Button size="xs" leftSection={<IconCheck {...smallIcon} />} onClick={() => actions.accept(waiting)}>
            Accept all {waiting.length}
          </Button>
        )
      }
    >
      {data.isAvailable && (
        <SectionBody>
          <AddressLine address={data.address} onMake={actions.makeAddress} isBusy={actions.isMakingAddress} />
        </SectionBody>
      )}
      {proven.length > 0 && (
        <SectionBody>
          {proven.map((email) => (
            <EmailRow key={email.id} email={email} listingId={listingId} timeZone={timeZone} actions={actions} />
          ))}
        </SectionBody>
      )}
      {held.length > 0 && (
        <SectionBody>
          {held.some(({ documents }) => documents.length > 0) && (
            <Notice tone="amber" icon={<IconAlertTriangle {...icon} />} title="Check who sent these">
              We can’t be sure they’re from someone who edits this listing. Open each document before you accept it.
            </Notice>
          )}
          {held.map((email) => (
            <EmailRow key={email.id} email={email} listingId={listingId} timeZone={timeZone} actions={actions} />
          ))}
        </SectionBody>
      )}
    </SectionCard>
  )
}

interface AddressLineProps {
  address: string | null
  isBusy: boolean
  onMake: (replaces?: string) => void
}

function AddressLine({ address, isBusy, onMake }: AddressLineProps) {
  if (!address)
    return (
      <Button
        variant="default"
        size="xs"
        loading={isBusy}
        leftSection={<IconMail {...smallIcon} />}
        onClick={() => onMake()}
      >
        Create email address
      </Button>
    )
  return (
    <div className={classes.address}>
      <span className={classes.code}>{address}</span>
      <div className={classes.actions}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconCopy {...smallIcon} />}
          aria-label="Copy the email address"
          onClick={() => copyText(address, 'Email address copied')}
        >
          Copy
        </Button>
        <ActionsMenu itemName="the email address">
          <Menu.Item leftSection={<IconRefresh {...smallIcon} />} onClick={() => onMake(address)}>
            Replace this address
          </Menu.Item>
        </ActionsMenu>
      </div>
    </div>
  )
}

interface EmailRowProps {
  email: EmailWithDocuments
  listingId: string
  timeZone: string
  actions: ReturnType<typeof useEmailedDocumentActions>
}

function EmailRow({ email, listingId, timeZone, actions }: EmailRowProps) {
  const { documents, leftOut, member, sender, subject, reason, receivedAt, isProven } = email
  const name = member?.firstName && isProven ? `${fullName(member)} (${sender})` : sender
  return (
    <div className={classes.email}>
      <Text size="sm" fw={600}>
        <bdi>{subject || 'No subject'}</bdi>
      </Text>
      <span className={classes.from}>
        <FactsLine
          facts={[<bdi key="sender">{name}</bdi>, <RelativeTime key="time" moment={receivedAt} timeZone={timeZone} />]}
        />
      </span>
      {reason && (
        <Text size="xs" c="var(--warm)">
          {reason}
        </Text>
      )}
      {documents.length > 0 && (
        <ul className={classes.rows} aria-label={`Documents from ${sender}`}>
          {documents.map((document) => (
            <DocumentRow key={document.id} document={document} listingId={listingId} actions={actions} />
          ))}
        </ul>
      )}
      {leftOut.length > 0 && (
        <div className={classes.row}>
          <div className={classes.text}>
            <Text size="xs" fw={600} mb={2}>
              We left out {leftOut.length === 1 ? 'this file' : 'these files'}
            </Text>
            <ul className={classes.leftOut} aria-label={`Files left out from ${sender}`}>
              {leftOut.map(({ id, name, why }) => (
                <li key={id}>
                  <bdi className={classes.fileName}>{name}</bdi>
                  {why}
                </li>
              ))}
            </ul>
          </div>
          {documents.length === 0 && (
            <ConfirmPopover
              label="Delete"
              accessibleLabel={`Delete the email from ${sender}`}
              question="Delete this email? This can’t be undone."
              button={{ size: 'xs' }}
              onConfirm={() => actions.deleteEmail(email)}
            />
          )}
        </div>
      )}
    </div>
  )
}

interface DocumentRowProps {
  document: EmailedDocument
  listingId: string
  actions: ReturnType<typeof useEmailedDocumentActions>
}

function DocumentRow({ document, listingId, actions }: DocumentRowProps) {
  const [isEditing, setEditing] = useState(false)
  const [name, setName] = useState(document.name)
  const kind = document.kind ? documentTypes[document.kind as DocumentType] : 'Photo'
  return (
    <li className={classes.row}>
      <div className={classes.text}>
        <EditableName name={name} onRename={setName} editing={isEditing} onEditing={setEditing} />
        <span className={classes.facts}>
          <FactsLine facts={[kind, formatBytes(document.size), <bdi key="name">{document.originalName}</bdi>]} />
        </span>
      </div>
      <div className={classes.actions}>
        <Button
          variant="default"
          size="xs"
          aria-label={`Open ${name}`}
          onClick={() => void openDocument(listingId, document.id)}
        >
          Open
        </Button>
        <ConfirmPopover
          label="Delete"
          accessibleLabel={`Delete ${name}`}
          question={`Delete “${name}”? This can’t be undone.`}
          button={{ size: 'xs' }}
          onConfirm={() => actions.deleteDocuments([document])}
        />
        <Button
          variant="default"
          size="xs"
          aria-label={`Accept ${name}`}
          leftSection={<IconCheck {...smallIcon} />}
          onClick={() => actions.accept([{ ...document, name }])}
        >
          Accept
        </Button>
      </div>
    </li>
  )
}

/** The tab is opened at once: a browser blocks one that opens after the answer. */
async function openDocument(listingId: string, id: string) {
  const tab = window.open('', '_blank')
  try {
    const { url } = await getEmailedDocumentUrl({ data: { listingId, id } })
    if (tab) tab.location.href = url
  } catch (error) {
    tab?.close()
    throw error
  }
}

function useEmailedDocumentActions(listingId: string) {
  const queryKey = queryKeys.emailedDocuments(listingId)
  const without = (gone: readonly { id: string }[]) => (result: EmailedDocumentsResult | undefined) => {
    const isLeft = ({ id }: { id: string }) => !gone.some((one) => one.id === id)
    return (
      result && {
        ...result,
        emails: result.emails
          .filter(({ documents, leftOut }) => (documents.length > 0 ? documents : leftOut).some(isLeft))
          .map((email) => ({ ...email, documents: email.documents.filter(isLeft) })),
      }
    )
  }
  const accept = useOptimisticMutation<readonly EmailedDocument[], unknown>({
    scope: 'emailed documents',
    queryKey,
    mutationFn: (documents) =>
      acceptEmailedDocuments({ data: { listingId, documents: documents.map(({ id, name }) => ({ id, name })) } }),
    updateCache: (queryClient, documents) => queryClient.setQueryData(queryKey, without(documents)),
    successMessage: (documents) => `${formatCount(documents.length, 'document')} added to the listing`,
    invalidates: [{ queryKey }, { queryKey: queryKeys.files.all }, { queryKey: queryKeys.listings.all }],
  })
  const deleteDocuments = useOptimisticMutation<readonly EmailedDocument[], unknown>({
    scope: 'emailed documents',
    queryKey,
    mutationFn: (documents) => refuseEmailedDocuments({ data: { listingId, ids: documents.map(({ id }) => id) } }),
    updateCache: (queryClient, documents) => queryClient.setQueryData(queryKey, without(documents)),
    successMessage: (documents) => `${formatCount(documents.length, 'document')} deleted`,
    invalidates: [{ queryKey }],
  })
  const deleteEmail = useOptimisticMutation<EmailWithDocuments, unknown>({
    scope: 'emailed documents',
    queryKey,
    // It is decided with any of them.
    mutationFn: ({ leftOut }) =>
      refuseEmailedDocuments({
        data: { listingId, ids: leftOut.slice(0, MAX_DOCUMENTS_PER_CALL).map(({ id }) => id) },
      }),
    updateCache: (queryClient, { leftOut }) => queryClient.setQueryData(queryKey, without(leftOut)),
    successMessage: () => 'Email deleted',
    invalidates: [{ queryKey }],
  })
  const address = useOptimisticMutation<string | undefined, { address: string }>({
    queryKey,
    mutationFn: (replaces) => makeEmailAddress({ data: { listingId, replaces } }),
    successMessage: (replaces) => (replaces ? 'The old address no longer works' : 'Email address created'),
    onSuccess: (queryClient, result) =>
      queryClient.setQueryData<EmailedDocumentsResult>(queryKey, (before) => before && { ...before, ...result }),
    invalidates: [{ queryKey }],
  })
  return {
    accept: accept.mutate,
    deleteDocuments: deleteDocuments.mutate,
    deleteEmail: deleteEmail.mutate,
    makeAddress: address.mutate,
    isMakingAddress: address.isPending,
  }
}
