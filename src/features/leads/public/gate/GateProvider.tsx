import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { handleError } from '#platform/serverFunctions/queryClient.ts'
import buttons from '#ui/theme/buttons.module.css'
import { type Access, answerQuestions, endVisit, fetchAccess } from '../../buyer.functions.ts'
import { DocumentsLink } from './DocumentList.tsx'
import classes from './GateProvider.module.css'
import known from './knownBuyer.module.css'
import {
  DOCUMENTS_ID,
  type GateAgent,
  GateContext,
  type GatedListing,
  gateButtonLabel,
  LEAD_FORM_CARD_ID,
  useGate,
} from './useGate.ts'

const loadLeadSheet = () => import('../leadForm/LeadSheet.tsx')
const LeadSheet = lazy(loadLeadSheet)

interface GateProviderProps {
  listing: GatedListing
  agent: GateAgent
  /** For the listing's agent: no form is shown and nothing is sent. */
  isPreview?: boolean
  /** On another site: the documents are all there is, so nothing leads to them. */
  isEmbedded?: boolean
  /** The page, with `DocumentList` and `LeadFormCard` somewhere in it. */
  children: ReactNode
}

/** The shared state of the document list, the form in its card or sheet, and the bar at the bottom. */
export function GateProvider({
  listing: publicListing,
  agent,
  isPreview = false,
  isEmbedded = false,
  children,
}: GateProviderProps) {
  /** Null for a visitor who has not left their details yet, undefined until that is known. */
  const [found, setAccess] = useState<Access>()
  const isWithdrawn = found?.isWithdrawn ?? false
  const needsCode = found?.needsCode ?? false
  const access = isWithdrawn || needsCode ? null : (found ?? null)
  // What the agent has chosen this buyer for is not on the page that everyone gets.
  const chosen = access?.chosenDocuments ?? []
  const listing =
    chosen.length > 0 ? { ...publicListing, documents: [...publicListing.documents, ...chosen] } : publicListing
  /** Undefined until the form is opened for the first time. */
  const [sheet, setSheet] = useState<boolean>()
  const [sentTo, setSentTo] = useState<string>()
  /** The documents are open, and the sheet still asks the agent's questions. */
  const [isAnswering, setAnswering] = useState(false)
  const [openId, setOpenId] = useState<string>()
  const [wantedId, setWantedId] = useState<string>()
  const isRecognised = useRef(false)
  /** A buyer who was here before and is being recognised: what they asked for meanwhile waits. */
  const isAskingLater = useRef(false)
  useLayoutEffect(() => {
    if (found !== undefined) delete document.documentElement.dataset.known
  }, [found])
  const isRecognising = useReturningBuyer(listing.id, isPreview, onKnown)
  useRecordVisit(listing.id, access !== null, () =>
    setAccess({ lastVisitAt: null, isWithdrawn: true, needsCode: false, chosenDocuments: [] }),
  )

  function ask(fileId?: string) {
    setWantedId(fileId)
    // The buyer has just been recognised, and this is a click on what was shown before that.
    if (isRecognised.current) return setOpenId(fileId)
    isAskingLater.current = isRecognising.current
    if (!isAskingLater.current && !focusLeadFormCard()) setSheet(true)
  }

  function onKnown(newAccess: Access) {
    setAccess(newAccess)
    isRecognised.current = newAccess !== null && !newAccess.isWithdrawn && !newAccess.needsCode
    if (newAccess && !newAccess.needsCode) setOpenId(wantedId)
    else if (isAskingLater.current) ask(wantedId)
  }

  function onSent(newAccess: Access, email: string, isAnsweringNow: boolean) {
    setSentTo(email)
    setAccess(newAccess)
    setAnswering(isAnsweringNow)
    if (!isAnsweringNow && !newAccess?.needsCode) showDocuments()
  }

  function showDocuments() {
    setAnswering(false)
    setSheet(false)
    setOpenId(wantedId)
  }

  /** Closing the questions skips them. The agent need not wait for answers then. */
  function closeSheet() {
    if (!isAnswering) return setSheet(false)
    showDocuments()
    answerQuestions({ data: { listingId: listing.id, answers: [] } }).catch(() => {})
  }

  const wanted = listing.documents.find(({ id }) => id === wantedId)
  return (
    <GateContext
      value={{
        ...{ listing, agent, access, isWithdrawn, isPreview, needsCode, isAnswering, sentTo, wanted, openId },
        ...{ open: setOpenId, ask, onSent, onAnswered: showDocuments, skipQuestions: closeSheet },
      }}
    >
      {children}
      {access && !isEmbedded && <DocumentsBar />}
      {!access && !isWithdrawn && !isPreview && (
        <>
          <GateBar onIntent={loadLeadSheet} />
          {!isEmbedded && <DocumentsBar isReserved />}
        </>
      )}
      {(!access || isAnswering) && !isWithdrawn && !isPreview && sheet !== undefined && (
        <Suspense>
          <LeadSheet isOpen={sheet} onClose={closeSheet} />
        </Suspense>
      )}
    </GateContext>
  )
}

/** Focuses the form in its card. Returns false where the card is hidden. */
function focusLeadFormCard() {
  const card = document.getElementById(LEAD_FORM_CARD_ID)
  if (!card?.getClientRects().length) return false
  const fields = [...card.querySelectorAll('input')]
  const next = fields.find(({ value }) => value === '') ?? fields[0]
  next?.focus({ preventScroll: true })
  card.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  return true
}

/** The page is the same for everyone, so a buyer who has left their details here is recognised after it has loaded. */
function useReturningBuyer(listingId: string, isPreview: boolean, onKnown: (access: Access) => void) {
  const isRecognising = useRef(false)
  const tell = useEffectEvent((access: Access) => {
    isRecognising.current = false
    onKnown(access)
  })
  useEffect(() => {
    if (isPreview) return
    // As the script in the head of the page finds out, which not every page has while developing.
    isRecognising.current = document.cookie.includes(`${listingId}-known=`)
    fetchAccess({ data: { listingId } }).then(tell, (error: unknown) => {
      // The documents stay locked. Opening one asks again.
      tell(null)
      handleError(error, true)
    })
  }, [listingId, isPreview])
  return isRecognising
}

/** Records that this buyer has seen the new documents. If that fails, the page does not change. */
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
  /** On touch start, so that the form is loaded before the click. */
  onIntent: () => void
}

/** The button to the documents, at the bottom of a phone's screen. */
function GateBar({ onIntent }: GateBarProps) {
  const { listing, ask } = useGate()
  return (
    <div className={`${classes.bar} ${known.asking}`}>
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

/** The way to the documents in its place, once they are open. It is out of the way while they are on the screen. */
function DocumentsBar({ isReserved = false }: { isReserved?: boolean }) {
  const { listing } = useGate()
  const areSeen = useIsOnScreen(DOCUMENTS_ID)
  if (listing.documents.length === 0) return null
  return (
    <div className={`${classes.bar} ${isReserved ? known.reserved : ''} ${areSeen ? classes.hidden : ''}`}>
      <DocumentsLink className={classes.button} />
    </div>
  )
}

function useIsOnScreen(id: string) {
  const [isOnScreen, setOnScreen] = useState(false)
  useEffect(() => {
    const element = document.getElementById(id)
    if (!element) return
    // Above the lowest quarter of the screen, where the bar is.
    const rootMargin = '0px 0px -25% 0px'
    const observer = new IntersectionObserver(([entry]) => setOnScreen(entry?.isIntersecting ?? false), { rootMargin })
    observer.observe(element)
    return () => observer.disconnect()
  }, [id])
  return isOnScreen
}
