import { createContext, useContext } from 'react'
import type { Brand } from '#features/agencies/brandLook.ts'
import type { Question } from '#values/questionValues.ts'
import type { Access } from '../../buyer.functions.ts'
import type { ListedDocument } from '../../buyer.schema.ts'

/** The agent who gets the buyer's details. */
export interface GateAgent {
  firstName: string
  lastName: string
  agencyName: string
  phone: string
  callLink: string
  email: string
}

export interface GatedListing {
  id: string
  title: string
  facts: { status: string }
  documents: readonly ListedDocument[]
  questions: readonly Question[]
  brand: Brand | null
  privacyText: string
}

export interface GateContextValue {
  listing: GatedListing
  agent: GateAgent
  /** Null while the documents are locked in this browser. */
  access: Access
  /** The agent has removed this buyer's access. */
  isWithdrawn: boolean
  isPreview: boolean
  /** The details are sent, and the documents wait for the emailed code. */
  needsCode: boolean
  /** The address that the private link was sent to, right after sending. */
  sentTo: string | undefined
  /** The document that was tapped before the details were left. */
  wanted: ListedDocument | undefined
  /** The document that is open. */
  openId: string | undefined
  open: (fileId: string | undefined) => void
  /** Shows the form; after it is sent, the given document opens. */
  ask: (fileId?: string) => void
  /** `isAnswering`: the questions are still shown, although the documents are open. */
  onSent: (access: Access, email: string, isAnswering: boolean) => void
  /** The documents are open, and the agent's questions are still shown. */
  isAnswering: boolean
  onAnswered: () => void
  skipQuestions: () => void
}

export const GateContext = createContext<GateContextValue | undefined>(undefined)

export function useGate() {
  const gate = useContext(GateContext)
  if (!gate) throw new Error('useGate must be used inside a GateProvider.')
  return gate
}

/** The id of the form's card, for moving the focus there. */
export const LEAD_FORM_CARD_ID = 'get-the-files'

/** Where the list of documents is on the page, for links to it. */
export const DOCUMENTS_ID = 'documents'

/** On a first visit nothing is new. */
export const isNewSince = ({ changedAt }: ListedDocument, lastVisitAt: Date | null | undefined) =>
  lastVisitAt != null && changedAt > lastVisitAt

/** On a listing without documents, buyers can still contact the agent. */
export const gateButtonLabel = (count: number) => (count > 0 ? 'Get the documents — free' : 'Ask the agent')
