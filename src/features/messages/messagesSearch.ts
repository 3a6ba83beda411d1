import type { SearchSchemaInput } from '@tanstack/react-router'
import { choiceParam, patternParam } from '#platform/input/searchParams.ts'
import { type MessageKind, messageKinds } from '#values/messageValues.ts'

/** The list of a listing's messages. Not in the schemas, so that the router can read the URL before Zod is loaded. */
export interface MessagesSearch {
  /** The open message. */
  message: string
  /** Whether the dialog that brings the auction forward is open. */
  bring: 'auction' | ''
}

export const defaultMessagesSearch: MessagesSearch = { message: '', bring: '' }

export const parseMessagesSearch = (given: Partial<MessagesSearch> & SearchSchemaInput): MessagesSearch => ({
  message: patternParam(given.message, /^mesg_[0-9a-z]{1,40}$/),
  bring: choiceParam(given.bring, ['auction'] as const, defaultMessagesSearch.bring),
})

/** What a new message begins with. */
export interface NewMessageSearch {
  kind: MessageKind
  /** The ids of leads that were selected in the list, with commas between them. */
  leads: string
  /** The id of the open home that it is about. Empty for the next one. */
  openHome: string
}

export const defaultNewMessageSearch: NewMessageSearch = { kind: 'other', leads: '', openHome: '' }

export const parseNewMessageSearch = (given: Partial<NewMessageSearch> & SearchSchemaInput): NewMessageSearch => ({
  kind: choiceParam(given.kind, messageKinds, defaultNewMessageSearch.kind),
  leads: patternParam(given.leads, /^lead_[0-9a-z]{1,40}(,lead_[0-9a-z]{1,40}){0,99}$/),
  openHome: patternParam(given.openHome, /^open_[0-9a-z]{16}$/),
})
