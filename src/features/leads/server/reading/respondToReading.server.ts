import { FastResponse } from 'srvx'
import { MAX_MEASURED_PAGES, MAX_SEARCHES } from '#features/files/reader/reading/readingMeasure.ts'
import { forbidden, invalidInput } from '#platform/errors.ts'
import { READING_PATH } from '#platform/events/events.ts'
import { asksForPrivacy } from '#platform/events/visitors.server.ts'
import {
  createFloodLimit,
  readBeaconBody,
  refuseForeignBeacons,
  shouldCountBeacon,
} from '#platform/http/beacons.server.ts'
import { explainError } from '#platform/http/explainError.server.ts'
import { errorResponse, withRequestContext } from '#platform/http/handleRequest.server.ts'
import { findInvalidText } from '#platform/input/fieldSchemas.ts'
import type { Services } from '#platform/services.server.ts'
import { ReadingReport } from '../../reading.schema.ts'
import { verifyReadingKey } from './readingKey.server.ts'
import { storeReading } from './storeReading.server.ts'

const BODY_LIMIT = { maxBytes: 64_000, maxValues: MAX_MEASURED_PAGES + 4 * MAX_SEARCHES }

const floodLimit = createFloodLimit()

/** Responds to the reports of the document reader. Runs before TanStack Start, because there is one every 15 seconds from each reader. */
export function respondToReading(services: Services, request: Request) {
  if (new URL(request.url).pathname !== READING_PATH) return undefined
  return withRequestContext(services, request, async () => {
    try {
      refuseForeignBeacons(request, services.env.APP_URL)
      const sent = await readBeaconBody(request, BODY_LIMIT)
      const invalid = findInvalidText(sent)
      if (invalid) throw invalidInput({ [invalid]: 'Contains characters that can’t be stored' })
      const { key: signedKey, ...report } = ReadingReport.parse(sent)
      const key = verifyReadingKey(services.env.APP_SECRET, signedKey)
      if (!key) throw readingEnded()
      const isCounted = shouldCountBeacon(request, floodLimit) && !asksForPrivacy(request.headers)
      if (isCounted && !(await storeReading(services.database, key, report))) throw readingEnded()
      return new FastResponse(null, { status: 204 })
    } catch (error) {
      return errorResponse(explainError(services.log, error), request)
    }
  })
}

/** The same for a forged key and for one that has ended. The page stops reporting. */
const readingEnded = () => forbidden('This document is no longer open.')
