import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { formatDate } from '#ui/formats.ts'
import { EditDetailsForm } from './CorrectForm.tsx'
import { EraseDetails } from './EraseDetails.tsx'
import type { PrivateLinkData } from './link.ts'
import { DownloadDetails } from './SaveOwnData.tsx'
import classes from './StoredDetails.module.css'

interface StoredDetailsProps {
  linkKey: string
  link: PrivateLinkData
  onErased: () => void
}

const TIME_ZONE = 'Pacific/Auckland'
const formatMoment = (moment: Date) => formatDate(moment, { dateStyle: 'long', timeStyle: 'short', timeZone: TIME_ZONE })

/** What is stored about the buyer, to view, download, edit and delete. */
export function StoredDetails({ linkKey, link, onErased }: StoredDetailsProps) {
  const [isEditing, setEditing] = useState(false)
  const [isEdited, setEdited] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  /** One thing takes the place of another: keyboard and screen reader begin at the heading of both. */
  function turn(to: { isEditing: boolean; isEdited?: boolean }) {
    setEditing(to.isEditing)
    setEdited(to.isEdited ?? false)
    heading.current?.focus()
  }
  return (
    <section className={classes.card} aria-labelledby="stored">
      <h2 id="stored" ref={heading} tabIndex={-1} className={classes.title}>
        Your details
      </h2>
      {isEditing ? (
        <EditDetailsForm
          linkKey={linkKey}
          details={link.details}
          onDone={() => turn({ isEditing: false, isEdited: true })}
          onCancel={() => turn({ isEditing: false })}
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
            <Button variant="default" onClick={() => turn({ isEditing: true })}>
              Edit
            </Button>
            <DownloadDetails linkKey={linkKey} />
          </div>
          <EraseDetails linkKey={linkKey} link={link} onErased={onErased} />
        </>
      )}
    </section>
  )
}

const storedFacts = ({ details, phoneText, furtherNotes, createdAt, listing, agent }: PrivateLinkData): [string, string][] => [
  ['Name', `${details.firstName} ${details.lastName}`],
  ['Email', details.email],
  ['Phone', phoneText],
  ...(details.note ? [['Note', details.note] satisfies [string, string]] : []),
  ['Submitted', formatMoment(createdAt)],
  ...furtherNotes.map(({ body, phone, createdAt: at }): [string, string] => [
    'Sent again',
    [formatMoment(at), body, phone].filter(Boolean).join('\n'),
  ]),
  ['Listing', listing.title],
  [
    'Agent',
    [`${agent.firstName} ${agent.lastName}`.trim(), agent.agencyName].filter(Boolean).join(', ') ||
      'The listing’s agent',
  ],
]
