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

/** What is stored about the buyer, to see, keep, correct and erase. */
export function StoredDetails({ linkKey, link, onErased }: StoredDetailsProps) {
  const [isCorrecting, setCorrecting] = useState(false)
  const [isCorrected, setCorrected] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  /** One thing takes the place of another: keyboard and screen reader begin at the heading of both. */
  function turn(to: { isCorrecting: boolean; isCorrected?: boolean }) {
    setCorrecting(to.isCorrecting)
    setCorrected(to.isCorrected ?? false)
    heading.current?.focus()
  }
  return (
    <section className={classes.card} aria-labelledby="stored">
      <h2 id="stored" ref={heading} tabIndex={-1} className={classes.title}>
        What is stored about you
      </h2>
      {isCorrecting ? (
        <CorrectForm
          linkKey={linkKey}
          details={link.details}
          onDone={() => turn({ isCorrecting: false, isCorrected: true })}
          onCancel={() => turn({ isCorrecting: false })}
        />
      ) : (
        <>
          <p role="status" className={classes.said}>
            {isCorrected && 'Corrected. The agent sees it like this from now on.'}
          </p>
          <dl className={classes.facts}>
            {factsOf(link).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ))}
          </dl>
          <div className={classes.ways}>
            <Button variant="default" onClick={() => turn({ isCorrecting: true })}>
              Correct
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
  ['E-mail', details.email],
  ['Phone', phoneText],
  ['Note', details.note],
  ['Left on', written(createdAt)],
  ...furtherNotes.map(({ body, phone, createdAt: at }): [string, string] => [
    `Sent again on ${written(at)}`,
    [body, phone].filter(Boolean).join(' · '),
  ]),
  ['For', listing.title],
  [
    'Agent',
    [`${agent.firstName} ${agent.lastName}`.trim(), agent.agencyName].filter(Boolean).join(', ') ||
      'The agent of this listing',
  ],
]
