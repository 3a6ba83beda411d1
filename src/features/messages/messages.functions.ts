import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { anyone, signedIn, subscribed } from '#platform/auth/accessMiddleware.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import {
  BringAuctionForwardInput,
  CountAudienceInput,
  CreateMessageInput,
  GetMessageInput,
  ListMessagesInput,
  MessageDraft,
  MessageEmailChoice,
  MessageIdInput,
  PreviewMessageInput,
  type RecipientFilter,
  SuggestMessageInput,
  UnsubscribeKeyInput,
} from './messages.schema.ts'
import { readMessageEmailChoice, saveMessageEmailChoice as saveChoice } from './server/messageEmailChoice.server.ts'
import {
  bringAuctionForward as bringForward,
  cancelMessage as cancel,
  countAudience as count,
  createMessage as create,
  previewMessage as preview,
  sendMessageToSelf,
  suggestMessage as suggest,
  undoCancelMessage as undoCancel,
} from './server/messages.server.ts'
import { getMessage, listMessages } from './server/readMessages.server.ts'

export const fetchMessages = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(ListMessagesInput)
  .handler(({ data, context }) => listMessages(context.db, context.agent, data))

export type ListedMessage = Awaited<ReturnType<typeof fetchMessages>>['messages'][number]

export const fetchMessage = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(GetMessageInput)
  .handler(({ data, context }) => getMessage(context.db, context.agent, data))

export type MessageDetails = Awaited<ReturnType<typeof fetchMessage>>
export type MessageRecipient = MessageDetails['recipients'][number]

/** Who would get a message, who wouldn't and why, and the first people by name for previews. */
export const countMessageAudience = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(CountAudienceInput)
  .handler(({ data, context }) => count(context.db, context.agent, data))

/** A text to begin with, from the facts of the listing. */
export const suggestMessage = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(SuggestMessageInput)
  .handler(({ data, context }) => suggest(context.db, context.agent, data))

/** As a buyer gets it. A POST, because the text would not fit into a URL. */
export const previewMessage = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(PreviewMessageInput)
  .handler(({ data, context }) => preview(context.services, context.agent, data))

export const sendTestMessage = createServerFn({ method: 'POST' })
  .middleware([subscribed])
  .validator(MessageDraft)
  .handler(({ data, context }) => sendMessageToSelf(context.services, context.agent, data))

export const createMessage = createServerFn({ method: 'POST' })
  .middleware([subscribed])
  .validator(CreateMessageInput)
  .handler(({ data, context }) => create(context.services, context.agent, data))

export const bringAuctionForward = createServerFn({ method: 'POST' })
  .middleware([subscribed])
  .validator(BringAuctionForwardInput)
  .handler(({ data, context }) => bringForward(context.services, context.agent, data))

export const cancelMessage = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(MessageIdInput)
  .handler(({ data, context }) => cancel(context.db, context.agent, data.id))

export const undoCancelMessage = createServerFn({ method: 'POST' })
  .middleware([subscribed])
  .validator(MessageIdInput)
  .handler(({ data, context }) => undoCancel(context.db, context.agent, data.id))

/** With the key of the unsubscribe link. It is in the body, because addresses are logged. */
export const fetchMessageEmailChoice = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(UnsubscribeKeyInput)
  .handler(({ data, context }) => readMessageEmailChoice(context.db, context.services.env, data.key))

export const saveMessageEmailChoice = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(MessageEmailChoice)
  .handler(({ data, context }) => saveChoice(context.db, context.services.env, data.key, data.isOn))

/** How often a message that is being sent is asked about. */
const PROGRESS_MS = 3_000

export const messagesQuery = (listingId: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.messages.list(listingId),
    queryFn: ({ pageParam }) => fetchMessages({ data: { listingId, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    meta: { handled: true },
  })

export const messageQuery = (id: string, show: RecipientFilter = 'all') =>
  infiniteQueryOptions({
    queryKey: queryKeys.messages.one(id, show),
    queryFn: ({ pageParam }) => fetchMessage({ data: { id, show, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: ({ state: { data } }) => (data?.pages[0]?.state === 'sending' ? PROGRESS_MS : false),
    meta: { handled: true },
  })

export const messageAudienceQuery = (input: CountAudienceInput) =>
  queryOptions({
    queryKey: queryKeys.messages.audience(input),
    queryFn: () => countMessageAudience({ data: input }),
    meta: { handled: true },
  })

export const suggestedMessageQuery = (input: Parameters<typeof suggestMessage>[0]['data']) =>
  queryOptions({
    queryKey: queryKeys.messages.suggestion(input),
    queryFn: () => suggestMessage({ data: input }),
    meta: { handled: true },
  })

export const messagePreviewQuery = (input: PreviewMessageInput) =>
  queryOptions({
    queryKey: queryKeys.messages.preview(input),
    queryFn: () => previewMessage({ data: input }),
    meta: { handled: true },
  })

export const messageEmailChoiceQuery = (key: string) =>
  queryOptions({
    queryKey: queryKeys.messages.emailChoice(key),
    queryFn: () => fetchMessageEmailChoice({ data: { key } }),
    meta: { handled: true },
  })
