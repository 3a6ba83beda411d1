import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { optimisticMutationOptions } from './useOptimisticMutation.ts'

const queryKey = ['leads']
const listKey = [...queryKey, 'list']
const countsKey = ['counts']

/** A cached list of names, to which one mutation adds a name. The caller decides when and how the server answers. */
function createNameList(options: { hasOwnRollback?: boolean } = {}) {
  const queryClient = new QueryClient()
  queryClient.setQueryData(listKey, ['Ana'])
  queryClient.setQueryData(countsKey, 1)
  const names = () => queryClient.getQueryData<string[]>(listKey)
  function add(name: string) {
    const answer = Promise.withResolvers<void>()
    const mutation = optimisticMutationOptions<string, void>(queryClient, {
      mutationFn: () => answer.promise,
      queryKey,
      updateCache: () => queryClient.setQueryData<string[]>(listKey, (before = []) => [...before, name]),
      ...(options.hasOwnRollback && {
        rollback: () => queryClient.setQueryData<string[]>(listKey, (now) => now?.filter((one) => one !== name)),
      }),
      invalidates: [{ queryKey: countsKey }],
    })
    const done = queryClient.getMutationCache().build(queryClient, mutation).execute(name)
    const succeed = () => {
      answer.resolve()
      return done
    }
    const fail = () => {
      answer.reject(new Error('refused'))
      return done
    }
    return { succeed, fail }
  }
  return { queryClient, names, add }
}

test('a change is in the cache before the server answers, and stays when it succeeds', async () => {
  const { queryClient, names, add } = createNameList()
  const { succeed } = add('Ben')
  await expect.poll(names).toEqual(['Ana', 'Ben'])
  expect(queryClient.getQueryState(countsKey)?.isInvalidated).toBe(false)
  await succeed()
  expect(names()).toEqual(['Ana', 'Ben'])
  expect(queryClient.getQueryState(countsKey)?.isInvalidated).toBe(true)
})

test('a refused change returns what was cached before, and the figures are fetched again', async () => {
  const { queryClient, names, add } = createNameList()
  const { fail } = add('Ben')
  await expect.poll(names).toEqual(['Ana', 'Ben'])
  await expect(fail()).rejects.toThrow('refused')
  expect(names()).toEqual(['Ana'])
  expect(queryClient.getQueryState(countsKey)?.isInvalidated).toBe(true)
})

test('a response that was already on its way does not overwrite the change', async () => {
  const { queryClient, names, add } = createNameList()
  const response = Promise.withResolvers<string[]>()
  const fetching = queryClient.fetchQuery({ queryKey: listKey, queryFn: () => response.promise })
  const { succeed } = add('Ben')
  await expect.poll(names).toEqual(['Ana', 'Ben'])
  response.resolve(['Ana'])
  await Promise.allSettled([fetching])
  expect(names()).toEqual(['Ana', 'Ben'])
  await succeed()
})

test('with its own rollback, a refused change leaves later changes in place', async () => {
  const { names, add } = createNameList({ hasOwnRollback: true })
  const first = add('Ben')
  await expect.poll(names).toEqual(['Ana', 'Ben'])
  const second = add('Cleo')
  await expect.poll(names).toEqual(['Ana', 'Ben', 'Cleo'])
  await expect(first.fail()).rejects.toThrow('refused')
  expect(names()).toEqual(['Ana', 'Cleo'])
  await second.succeed()
})
