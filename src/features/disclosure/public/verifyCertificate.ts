import { type CertificateParts, MAX_CERTIFICATE_BYTES, readCertificate } from '../certificateSignature.ts'
import { checkCertificate } from '../disclosure.functions.ts'

/** What a valid certificate says, in short. */
export interface CertificateSummary {
  property: string
  agent: string
  person: string | null
  issuedAt: Date
  entryCount: number
  id: string
}

export type VerifiedFile =
  | { result: 'valid'; summary: CertificateSummary }
  | { result: 'changed' | 'unknown' | 'too large' | 'not possible' }

/** Checks a file in this browser. Only its hashes and its signature are sent to the server. */
export async function verifyCertificate(file: File): Promise<VerifiedFile> {
  if (file.size > MAX_CERTIFICATE_BYTES) return { result: 'too large' }
  // Browsers have it on secure pages only.
  if (!globalThis.crypto?.subtle) return { result: 'not possible' }
  const parts = readCertificate(new Uint8Array(await file.arrayBuffer()))
  if (parts === undefined) return { result: 'unknown' }
  if (parts === 'damaged') return { result: 'changed' }
  const { keyId, signature } = parts
  const [pdfSha256, dataSha256] = await Promise.all([sha256(parts.pdf), sha256(parts.data)])
  const { result } = await checkCertificate({ data: { keyId, signature, pdfSha256, dataSha256 } })
  return result === 'valid' ? { result, summary: await readSummary(parts) } : { result }
}

async function sha256(bytes: Uint8Array) {
  const hash = await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** We have signed it, so it is as we write it. */
async function readSummary({ data }: CertificateParts): Promise<CertificateSummary> {
  const { CertificateData, propertyText } = await import('../certificateData.ts')
  const { listing, agent, person, issuedAt, entries, id } = CertificateData.parse(
    JSON.parse(new TextDecoder().decode(data)),
  )
  return {
    property: propertyText(listing),
    agent: [agent.name, agent.agency].filter(Boolean).join(', '),
    person: person && [person.name || 'A buyer who deleted their details', person.email].filter(Boolean).join(', '),
    issuedAt: new Date(issuedAt),
    entryCount: entries.length,
    id,
  }
}
