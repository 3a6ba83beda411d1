/**
 * How a certificate is signed. After the bytes of the PDF come comment lines, which PDF readers ignore, and a copy of the PDF's own last
 * lines, which they look for at the end:
 *
 *     %property-files-certificate-1
 *     %data <what it certifies, as canonical JSON in base64url>
 *     %key <the id of the key>
 *     %signature <Ed25519, in base64url>
 *     startxref … %%EOF
 *
 * Signed are the SHA-256 of all bytes before these lines and the SHA-256 of the JSON. Safe in the browser.
 */
export const MAX_CERTIFICATE_BYTES = 10_000_000
const MAX_DATA_CHARACTERS = 6_000_000
const MARKER = '%property-files-certificate-1\n'
const SECTION =
  /^%property-files-certificate-1\n%data ([\w-]+)\n%key ([\w-]{1,40})\n%signature ([\w-]{86})\nstartxref\n\d{1,10}\n%%EOF\n$/

export interface SignedHashes {
  /** In hexadecimal digits, like the next. */
  pdfSha256: string
  dataSha256: string
}

/** What the key signs. */
export const signedText = ({ pdfSha256, dataSha256 }: SignedHashes) =>
  `property-files-certificate-1\n${pdfSha256}\n${dataSha256}`

interface Section {
  /** In base64url. */
  data: string
  keyId: string
  signature: string
  /** Where the PDF's own cross-reference table begins. */
  tableOffset: string
}

export const signatureTrailer = ({ data, keyId, signature, tableOffset }: Section) =>
  `${MARKER}%data ${data}\n%key ${keyId}\n%signature ${signature}\nstartxref\n${tableOffset}\n%%EOF\n`

export interface CertificateParts {
  /** Everything that is signed of the PDF. */
  pdf: Uint8Array
  data: Uint8Array
  keyId: string
  signature: string
}

/**
 * Looks for our lines at the very end, and at nothing else of the PDF. Nothing if there are none; `damaged` if there are, but not as we
 * write them or not at the end.
 */
export function readCertificate(bytes: Uint8Array): CertificateParts | 'damaged' | undefined {
  const start = findLast(bytes, MARKER)
  if (start < 0) return undefined
  if (bytes.length - start > MAX_DATA_CHARACTERS) return 'damaged'
  const [, data = '', keyId = '', signature = ''] = SECTION.exec(asciiText(bytes.subarray(start))) ?? []
  const decoded = data && decodeBase64Url(data)
  return decoded ? { pdf: bytes.subarray(0, start), data: decoded, keyId, signature } : 'damaged'
}

/** A plain loop: a file can be ten megabytes of nearly the right bytes. */
function findLast(bytes: Uint8Array, text: string) {
  const wanted = new TextEncoder().encode(text)
  for (let start = bytes.length - wanted.length; start >= 0; start--) {
    let matching = 0
    while (matching < wanted.length && bytes[start + matching] === wanted[matching]) matching++
    if (matching === wanted.length) return start
  }
  return -1
}

/** Anything else becomes a character that no pattern allows. */
const asciiText = (bytes: Uint8Array) => new TextDecoder('ascii').decode(bytes)

function decodeBase64Url(text: string) {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}
