import { Button, Group } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { saveTextFile } from '#ui/feedback/copyOrSaveText.ts'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { longDateTime } from '#ui/format/dates.ts'
import { agentName, fullName } from '#ui/format/format.ts'
import { icon } from '#ui/theme/theme.ts'
import { DEFAULT_TIME_ZONE } from '#values/time.ts'
import {
  correctDetails,
  eraseDetails,
  fetchBuyerData,
  type fetchPrivateLink,
  privateLinkQuery,
} from '../../buyer.functions.ts'
import { BuyerDetails } from '../../buyer.schema.ts'
import { LeadFields } from '../leadForm/LeadFields.tsx'
import { forgetDetails, updateRememberedDetails } from '../leadForm/rememberedDetails.ts'
import { ConfirmDeletion } from './ConfirmDeletion.tsx'
import classes from './StoredDetails.module.css'

interface StoredDetailsProps {
  linkKey: string
  link: PrivateLinkData
  /** The email address is another now, so the link of this page has been replaced. */
  onMoved: (email: string) => void
  onErased: () => void
}

/** What is stored about the buyer, to view, download, edit and delete. Closed, because most came for the documents. */
export function StoredDetails({ linkKey, link, onMoved, onErased }: StoredDetailsProps) {
  const [isEditing, setEditing] = useState(false)
  const [isEdited, setEdited] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  /** The form replaces the details: keyboard and screen reader start at the heading that both share. */
  function show(to: { isEditing: boolean; isEdited?: boolean }) {
    setEditing(to.isEditing)
    setEdited(to.isEdited ?? false)
    heading.current?.focus()
  }
  return (
    <details className={classes.card} open={link.documents !== 'open'}>
      <summary className={classes.summary}>
        <h2 ref={heading} tabIndex={-1} className={classes.title}>
          Your details
        </h2>
      </summary>
      {isEditing ? (
        <EditDetailsForm
          linkKey={linkKey}
          details={{ ...link.details, phone: link.phoneText }}
          onDone={() => show({ isEditing: false, isEdited: true })}
          onMoved={onMoved}
          onCancel={() => show({ isEditing: false })}
        />
      ) : (
        <>
          <p role="status" className={classes.said}>
            {isEdited && 'Saved. The agent now sees your new details.'}
          </p>
          <dl className={classes.facts}>
            {storedFacts(link).map(([name, value], index) => (
              <div key={index}>
                <dt>{name}</dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ))}
          </dl>
          <div className={classes.ways}>
            <Button variant="default" onClick={() => show({ isEditing: true })}>
              Edit
            </Button>
            <DownloadDetails linkKey={linkKey} />
          </div>
          <EraseDetails linkKey={linkKey} link={link} onErased={onErased} />
        </>
      )}
    </details>
  )
}

const storedFacts = ({
  details,
  phoneText,
  answers,
  furtherNotes,
  createdAt,
  listing,
  agent,
}: PrivateLinkData): [string, string][] => [
  ['Name', fullName(details)],
  ['Email', details.email],
  ['Phone', phoneText],
  ...(details.note ? [['Note', details.note] satisfies [string, string]] : []),
  ...answers.map(({ question, answer }): [string, string] => [question, answer]),
  ['Submitted', longDateTime(createdAt, DEFAULT_TIME_ZONE)],
  ...furtherNotes.map(({ body, phone, createdAt: at }): [string, string] => [
    'Sent again',
    [longDateTime(at, DEFAULT_TIME_ZONE), body, phone].filter(Boolean).join('\n'),
  ]),
  ['Listing', listing.title],
  ['Agent', [fullName(agent), agent.agencyName].filter(Boolean).join(', ') || 'The listing’s agent'],
]

interface EditDetailsFormProps {
  linkKey: string
  details: BuyerDetails
  onDone: () => void
  onMoved: (email: string) => void
  onCancel: () => void
}

function EditDetailsForm({ linkKey, details, onDone, onMoved, onCancel }: EditDetailsFormProps) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: details,
    schema: BuyerDetails,
    submit: async (corrected) => {
      const { isMoved } = await correctDetails({ data: { key: linkKey, ...corrected } })
      if (!isMoved) await queryClient.invalidateQueries(privateLinkQuery(linkKey))
      return isMoved
    },
    onSuccess: (isMoved, corrected) => {
      updateRememberedDetails(details, corrected)
      return isMoved ? onMoved(corrected.email) : onDone()
    },
  })
  return (
    <form method="post" {...form.formProps} aria-label="Edit your details">
      <LeadFields field={form.nativeField} />
      <FailureAlert error={form.failure} />
      <Group gap="xs" mt="md">
        <Button type="submit" loading={form.isBusy}>
          Save
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </form>
  )
}

/** Everything that is stored, as a file that people and programs can read. */
function DownloadDetails({ linkKey }: { linkKey: string }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => fetchBuyerData({ data: { key: linkKey } }),
    onSuccess: (data) => saveTextFile('my-details.json', JSON.stringify(data, null, 2)),
  })
  return (
    <Button variant="default" leftSection={<IconDownload {...icon} />} loading={isPending} onClick={() => mutate()}>
      Download my details
    </Button>
  )
}

interface EraseDetailsProps {
  linkKey: string
  link: PrivateLinkData
  onErased: () => void
}

function EraseDetails({ linkKey, link, onErased }: EraseDetailsProps) {
  const agent = agentName(link.agent)
  return (
    <ConfirmDeletion
      label="Delete my details"
      question={
        <>
          <strong>Delete your details permanently?</strong> We delete your name, email, phone number, note and answers
          straight away. {agent} can no longer see them, your private link stops working, and you can’t open the
          documents. Emails we’ve already sent to {agent} stay in their inbox, so ask them to delete those.
        </>
      }
      confirmLabel="Delete permanently"
      keepLabel="Keep my details"
      onConfirm={() => eraseDetails({ data: { key: linkKey } })}
      onDeleted={() => {
        forgetDetails()
        onErased()
      }}
    />
  )
}

export type PrivateLinkData = Awaited<ReturnType<typeof fetchPrivateLink>>
