import { rateLimitKey } from '#platform/http/ipAddresses.server.ts'
import type { Services } from '#platform/services.server.ts'
import { signedText } from '../certificateSignature.ts'
import type { CheckSignatureInput } from '../disclosure.schema.ts'
import { verifyWithKey } from './signingKeys.server.ts'

const checksPerAddress = { name: 'check_certificate', points: 120, seconds: 600 }

/** Whether we signed a PDF and data with these hashes. A few hundred bytes, whatever the size of the certificate. */
export async function checkSignature(
  { database: { db }, limits }: Pick<Services, 'database' | 'limits'>,
  { keyId, signature, ...hashes }: CheckSignatureInput,
  clientIp: string,
): Promise<{ result: 'valid' | 'changed' | 'unknown' }> {
  await limits.spend(checksPerAddress, rateLimitKey(clientIp))
  const isValid = await verifyWithKey(db, keyId, signedText(hashes), signature)
  if (isValid === undefined) return { result: 'unknown' }
  return { result: isValid ? 'valid' : 'changed' }
}
