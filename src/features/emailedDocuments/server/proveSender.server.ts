import { Resolver } from 'node:dns/promises'
import { authenticate, type DKIMResult, type DNSResolver } from 'mailauth'
import type { SmtpEnvelope } from '#platform/mail/smtpReceiver.server.ts'

/** Who an email says it is from, and whether that is true. The reason is for the agent to read. */
export type SenderProof =
  | { outcome: 'proven'; from: string }
  | { outcome: 'unproven'; from: string; reason: string }
  /** The sender's DNS servers don't answer just now. */
  | { outcome: 'unknown'; from: string }

/** More than any honest email needs: SPF alone is limited to ten. */
const MAX_LOOKUPS = 60
const LOOKUP_TIMEOUT_MS = 5_000
/** Each one may hash the whole email once more. Honest emails have one to three. */
const MAX_SIGNATURES = 10

const dns = new Resolver({ timeout: LOOKUP_TIMEOUT_MS, tries: 2 })
const resolveDns: DNSResolver = (domain, type) => dns.resolve(domain, type) as Promise<string[]>

/**
 * The From address is proven if its domain has signed the email (DKIM) or has named the server that sent it (SPF), each aligned with the
 * domain as DMARC requires. Without a DMARC record the rules are the same.
 */
export async function proveSender(
  content: Buffer,
  envelope: SmtpEnvelope,
  resolver: DNSResolver = resolveDns,
): Promise<SenderProof> {
  if (countSignatures(content) > MAX_SIGNATURES)
    return { outcome: 'unproven', from: envelope.sender, reason: 'It has too many signatures to check who sent it.' }
  const { dkim, spf, dmarc } = await authenticate(content, {
    ip: envelope.clientIp,
    helo: envelope.helo,
    sender: envelope.sender,
    resolver: limitLookups(resolver),
    disableArc: true,
    disableBimi: true,
    rejectRsaSha1: true,
  })
  const [from = ''] = dkim.headerFrom ?? []
  const address = from.trim().toLowerCase()
  if (dkim.fromFields !== 1 || dkim.headerFrom.length !== 1 || !/^[^\s@<>"]+@[^\s@<>"]+$/.test(address))
    return { outcome: 'unproven', from: address || envelope.sender, reason: 'It doesn’t say clearly who sent it.' }
  const fromDomain = domainOf(address)
  const isSpfAligned =
    spf !== false &&
    spf.status.result === 'pass' &&
    (dmarc && dmarc.status.result !== 'none'
      ? Boolean(dmarc.alignment?.spf?.result)
      : isSameOrBelow(spf.domain, fromDomain))
  if (isSpfAligned || dkim.results.some((one) => isProof(one, envelope))) return { outcome: 'proven', from: address }
  const statuses = [...dkim.results, ...(spf ? [spf] : []), ...(dmarc ? [dmarc] : [])].map(({ status }) => status)
  const isTemporary = statuses.some(({ result }) => result === 'temperror')
  if (isTemporary) return { outcome: 'unknown', from: address }
  const reason = `We couldn’t confirm that it really comes from ${fromDomain}.`
  return { outcome: 'unproven', from: address, reason }
}

/** In the header, also in a line that only looks like the start of one. */
function countSignatures(content: Buffer) {
  const ends = ['\n\n', '\n\r\n'].map((blank) => content.indexOf(blank)).filter((index) => index >= 0)
  const header = content.toString('latin1', 0, Math.min(content.length, ...ends))
  return header.match(/^[ \t]*dkim-signature/gim)?.length ?? 0
}

/**
 * A signature of the whole email that covers who it is for. Without that, someone who was once sent a document could send the same email on to
 * another listing.
 */
function isProof({ status, signingHeaders }: DKIMResult, { recipient }: SmtpEnvelope) {
  if (status.result !== 'pass' || !status.aligned || status.underSized) return false
  const signed = (signingHeaders?.headers ?? []).filter((line) => /^(?:to|cc)[ \t]*:/i.test(line))
  return signed.some((line) => line.replace(/\r?\n/g, '').toLowerCase().includes(recipient.toLowerCase()))
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1)

/** The owner of a domain decides what is below it. */
const isSameOrBelow = (domain: string | undefined, parent: string) =>
  domain !== undefined && (domain.toLowerCase() === parent || domain.toLowerCase().endsWith(`.${parent}`))

function limitLookups(resolver: DNSResolver): DNSResolver {
  let left = MAX_LOOKUPS
  return (domain, type) => {
    left -= 1
    if (left < 0) return Promise.reject(Object.assign(new Error('Too many lookups.'), { code: 'EREFUSED' }))
    return resolver(domain, type)
  }
}
