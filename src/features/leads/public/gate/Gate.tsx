import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import buttons from '#ui/theme/buttons.module.css'
import { type Access, accessQuery, endVisit } from '../../buyer.functions.ts'
import classes from './Gate.module.css'
import { gateButtonLabel } from './gateText.ts'
import { type GateAgent, GateContext, type GatedListing, LEAD_CARD_ID, useGate } from './useGate.ts'

const loadLeadSheet = () => import('../leadForm/LeadSheet.tsx')
const LeadSheet = lazy(loadLeadSheet)

interface GateProps {
  listing: GatedListing
  agent: GateAgent
  /** Null for a visitor who has not left their details yet. */
  access: Access
  /** For the owner, who is no buyer: nothing is asked and nothing is sent. */
  isPreview?: boolean
  /** The page, with `PropertyFiles` and `LeadCard` somewhere in it. */
  children: ReactNode
}

/** What the list of documents, the form in its card or sheet, and the bar at the bottom know of each other. */
export function Gate({ listing, agent, access: known, isPreview = false, children }: GateProps) {
  const queryClient = useQueryClient()
  const isWithdrawn = known?.isWithdrawn ?? false
  const access = isWithdrawn ? null : known
  /** Unknown until it is asked for the first time. */
  const [sheet, setSheet] = useState<boolean>()
  const [sentTo, setSentTo] = useState<string>()
  const [openId, setOpenId] = useState<string>()
  const wanted = useRef<string>(undefined)
  const setAccess = (newAccess: Access) => queryClient.setQueryData(accessQuery(listing.id).queryKey, newAccess)
  useRecordVisit(listing.id, access !== null, () => setAccess({ lastVisitAt: null, isWithdrawn: true }))

  function ask(fileId?: string) {
    wanted.current = fileId
    if (!focusLeadCard()) setSheet(true)
  }

  function onSent(newAccess: Access, email: string) {
    setSheet(false)
    setSentTo(email)
    setOpenId(wanted.current)
    setAccess(newAccess)
  }

  return (
    <GateContext
      value={{ listing, agent, access, isWithdrawn, isPreview, sentTo, openId, open: setOpenId, ask, onSent }}
    >
      {children}
      {!access && !isWithdrawn && !isPreview && (
        <>
          <GateBar onIntent={loadLeadSheet} />
          {sheet !== undefined && (
            <Suspense>
              <LeadSheet isOpen={sheet} onClose={() => setSheet(false)} />
            </Suspense>
          )}
        </>
      )}
    </GateContext>
  )
}

/** Whether the form stands in the page already, and now has the cursor. Where there is no room for it, it is not shown. */
function focusLeadCard() {
  const card = document.getElementById(LEAD_CARD_ID)
  if (!card?.getClientRects().length) return false
  const fields = [...card.querySelectorAll('input')]
  const next = fields.find(({ value }) => value === '') ?? fields[0]
  next?.focus({ preventScroll: true })
  card.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  return true
}

/** Tells the server that this buyer has seen what is new. Without an answer the page stays as it is. */
function useRecordVisit(listingId: string, isOpen: boolean, onWithdrawn: () => void) {
  const latest = useRef(onWithdrawn)
  latest.current = onWithdrawn
  useEffect(() => {
    if (!isOpen) return
    endVisit({ data: { listingId } })
      .then((access) => access?.isWithdrawn && latest.current())
      .catch(() => {})
  }, [listingId, isOpen])
}

interface GateBarProps {
  /** A finger is on it: the form can be fetched while it is lifted. */
  onIntent: () => void
}

/** On a phone the way to the files is always under the thumb. */
function GateBar({ onIntent }: GateBarProps) {
  const { listing, ask } = useGate()
  return (
    <div className={classes.bar}>
      <button
        type="button"
        className={`${buttons.filled} ${classes.button}`}
        onPointerDown={onIntent}
        onClick={() => ask()}
      >
        {gateButtonLabel(listing.documents.length)}
      </button>
    </div>
  )
}
