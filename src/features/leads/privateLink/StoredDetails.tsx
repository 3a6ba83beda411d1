import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { writtenDate } from '#ui/formats.ts'
import { CorrectForm } from './CorrectForm.tsx'
import { EraseDetails } from './EraseDetails.tsx'
import type { PrivateLink } from './link.ts'
import { SaveOwnData } from './SaveOwnData.tsx'
import classes from './StoredDetails.module.css'

interface StoredDetailsProps {
  linkKey: string
  link: PrivateLink
  onErased: () => void
}

const TIME_ZONE = 'Pacific/Auckland'
const written = (moment: Date) => writtenDate(moment, { dateStyle: 'long', timeStyle: 'short', timeZone: TIME_ZONE })

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
        <CorrectForm
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
            {factsOf(link).map(([name, value], index) => (
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
            <SaveOwnData linkKey={linkKey} />
          </div>
          <EraseDetails linkKey={linkKey} link={link} onErased={onErased} />
        </>
      )}
    </section>
  )
}

const factsOf = ({ details, phoneText, furtherNotes, createdAt, listing, agent }: PrivateLink): [string, string][] => [
  ['Name', `${details.firstName} ${details.lastName}`],
  ['Email', details.email],
  ['Phone', phoneText],
  ...(details.note ? [['Note', details.note] satisfies [string, string]] : []),
  ['Submitted', written(createdAt)],
  ...furtherNotes.map(({ body, phone, createdAt: at }): [string, string] => [
    'Sent again',
    [written(at), body, phone].filter(Boolean).join('\n'),
  ]),
  ['Listing', listing.title],
  [
    'Agent',
    [`${agent.firstName} ${agent.lastName}`.trim(), agent.agencyName].filter(Boolean).join(', ') ||
      'The listing’s agent',
  ],
]
