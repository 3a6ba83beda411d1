import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { useOptimisticMutation } from '#ui/mutation/useOptimisticMutation.ts'
import { cancelMessage, type ListedMessage, type MessageDetails, undoCancelMessage } from '../messages.functions.ts'

interface NamedMessage {
  id: string
  subject: string
}

const invalidates = [{ queryKey: queryKeys.messages.all }]

/** Stops a message, with undo while its time has not come. */
export function useMessageActions() {
  const { mutate: sendAfterAll } = useOptimisticMutation<NamedMessage, unknown>({
    mutationFn: ({ id }) => undoCancelMessage({ data: { id } }),
    queryKey: queryKeys.messages.all,
    successMessage: ({ subject }) => `“${subject}” goes out as planned.`,
    invalidates,
  })
  const { mutate: cancel } = useOptimisticMutation<NamedMessage, unknown>({
    mutationFn: ({ id }) => cancelMessage({ data: { id } }),
    queryKey: queryKeys.messages.all,
    updateCache: (queryClient, { id }) => showAsCancelled(queryClient, id),
    successMessage: ({ subject }) => `“${subject}” cancelled.`,
    undo: (message) => () => sendAfterAll(message),
    invalidates,
  })
  return { cancel, sendAfterAll }
}

type CachedList = InfiniteData<{ messages: ListedMessage[] }>
type CachedDetails = InfiniteData<MessageDetails>

function showAsCancelled(queryClient: QueryClient, id: string) {
  const change = <Message extends ListedMessage | MessageDetails>(message: Message): Message =>
    message.id === id ? { ...message, state: 'cancelled', cancelledAt: new Date() } : message
  queryClient.setQueriesData<CachedList>(
    { queryKey: queryKeys.messages.lists },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, messages: page.messages.map(change) })) },
  )
  queryClient.setQueriesData<CachedDetails>(
    { queryKey: queryKeys.messages.details },
    (data) => data && { ...data, pages: data.pages.map(change) },
  )
}

/** How often a message is asked about while it is on its way. */
const PROGRESS_MS = 3_000
/** One that is sent "now" waits for some seconds. */
const SOON_MS = 60_000

/** For a query that shows messages: asks again while one of them is about to be sent or is being sent. */
export const progressInterval = (messages: readonly ListedMessage[]) =>
  messages.some(({ state, sendAt, counts }) =>
    state === 'scheduled' ? sendAt.getTime() - Date.now() < SOON_MS : state === 'sending' || counts.sending > 0,
  ) && PROGRESS_MS
