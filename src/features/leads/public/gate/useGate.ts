import { createContext, useContext } from 'react'
import { fullName } from '#ui/format/names.ts'
import type { Access } from '../../buyer.functions.ts'
import type { ListedDocument } from '../../buyer.schema.ts'

/** To whom a buyer's details go, and how they are reached. */
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
  documents: readonly ListedDocument[]
}

export interface GateState {
  listing: GatedListing
  agent: GateAgent
  /** Null while the documents are closed here. */
  access: Access
  /** The agent has removed this buyer's access. */
  isWithdrawn: boolean
  isPreview: boolean
  /** Where the private link went, if this page has just sent it. */
  sentTo: string | undefined
  /** Which document is being read. */
  openId: string | undefined
  open: (fileId: string | undefined) => void
  /** Shows the form; what was meant to be opened opens after it. */
  ask: (fileId?: string) => void
  onSent: (access: Access, email: string) => void
}

export const GateContext = createContext<GateState | undefined>(undefined)

export function useGate() {
  const gate = useContext(GateContext)
  if (!gate) throw new Error('useGate must be used inside a Gate.')
  return gate
}

export const agentName = (agent: GateAgent) => fullName(agent) || 'the agent'

/** The id of the form's card, for moving the focus there. */
export const LEAD_CARD_ID = 'get-the-files'
