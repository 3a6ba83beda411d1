import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readSubscription, subscribe } from '#platform/outbound/push/browserPush.ts'
import { addPushDevice, pushSettingsQuery } from '../notifications.functions.ts'

/**
 * Subscribes this browser again once our key has changed. Until then it gets messages with the key that it knows. A browser without a subscription,
 * which most are, asks the server nothing.
 */
export function useRenewedSubscription() {
  const queryClient = useQueryClient()
  useEffect(() => {
    // The next visit tries again, and until then nothing is lost.
    renewSubscription(queryClient).catch(reportError)
  }, [queryClient])
}

async function renewSubscription(queryClient: QueryClient) {
  const earlier = await readSubscription()
  if (!earlier) return
  const { publicKey, devices } = await queryClient.fetchQuery(pushSettingsQuery)
  // One that was switched off, here or on another device, stays off.
  if (earlier.hasKey(publicKey) || !devices.some(({ endpoint }) => endpoint === earlier.endpoint)) return
  const device = await subscribe(publicKey)
  if (!device) return
  await addPushDevice({ data: { ...device, replaces: earlier.endpoint } })
  await queryClient.invalidateQueries(pushSettingsQuery)
}
