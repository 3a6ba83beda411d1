import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'

/** Whether what the address names is known to be there. Until then one question is enough. */
export const MayAsk = createContext(true)

/** What a panel shows. While the next answer is on its way the last one stays. */
export const useAnswer = <Data, Key extends QueryKey>(query: UseQueryOptions<Data, Error, Data, Key>) =>
  useQuery({ ...query, placeholderData: keepPreviousData, enabled: useContext(MayAsk) })
