import { expect, onTestFinished, test, vi } from 'vitest'
import { onSessionEnd } from '../auth/sessionEndListeners.ts'
import { AppError, notSignedIn } from '../errors.ts'
import { createQueryClient } from './queryClient.ts'

function listen() {
  const heard = vi.fn()
  onTestFinished(onSessionEnd(heard))
  return heard
}

const failing = (error: Error) => () => Promise.reject(error)

test('a query that is refused without a session reports that the session has ended', async () => {
  const heard = listen()
  const query = { queryKey: ['user'], queryFn: failing(notSignedIn()) }
  await expect(createQueryClient().fetchQuery(query)).rejects.toMatchObject({ name: 'NotSignedIn' })
  expect(heard).toHaveBeenCalledTimes(1)
})

test('so does a mutation, even one whose form shows other errors itself', async () => {
  const heard = listen()
  const client = createQueryClient()
  const change = client
    .getMutationCache()
    .build(client, { mutationFn: failing(notSignedIn()), meta: { handled: true } })
  await expect(change.execute(undefined)).rejects.toMatchObject({ name: 'NotSignedIn' })
  expect(heard).toHaveBeenCalledTimes(1)
})

test('a wrong password does not count as an ended session', async () => {
  const heard = listen()
  const wrong = new AppError('WrongCredentials', 401, 'Not right.')
  await expect(createQueryClient().fetchQuery({ queryKey: ['x'], queryFn: failing(wrong) })).rejects.toBe(wrong)
  expect(heard).not.toHaveBeenCalled()
})
