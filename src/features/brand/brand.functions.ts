import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { questionsPayload } from '#features/listings/listings.functions.ts'
import { UsualQuestions } from '#features/listings/questions/questions.schema.ts'
import { signedIn, signedInWithPayload } from '#platform/auth/accessMiddleware.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { LogoInput, SaveBrandInput } from './brand.schema.ts'
import {
  readBrandSettings,
  saveBrand as save,
  saveLogo as saveAgencyLogo,
  saveAgencyQuestions as saveQuestions,
} from './server/brand.server.ts'

export const fetchBrand = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .handler(({ context }) => readBrandSettings(context.db, context.agent))

export const saveBrand = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(SaveBrandInput)
  .handler(({ data, context }) => save(context.services, context.agent, data))

/** One text of up to 950,000 characters, and nothing else. */
const logoPayload = { maxBytes: 1_000_000, maxValues: 10 }

export const saveLogo = createServerFn({ method: 'POST' })
  .middleware([signedInWithPayload(logoPayload)])
  .validator(LogoInput)
  .handler(({ data, context }) => saveAgencyLogo(context.services, context.agent, data.logo))

export const saveAgencyQuestions = createServerFn({ method: 'POST' })
  .middleware([signedInWithPayload(questionsPayload)])
  .validator(UsualQuestions)
  .handler(({ data, context }) => saveQuestions(context.services, context.agent, data))

export const brandQuery = queryOptions({ queryKey: queryKeys.brand, queryFn: () => fetchBrand() })
export type BrandSettings = Awaited<ReturnType<typeof fetchBrand>>
