import { type DragEvent, useState } from 'react'
import { failureMessage } from '#ui/feedback/failureMessage.ts'
import { useHydrated } from '#ui/form/useHydrated.ts'
import { formatDate } from '#ui/format/format.ts'
import { type CertificateParts, MAX_CERTIFICATE_BYTES, readCertificate } from '../certificateSignature.ts'
import { checkCertificate } from '../disclosure.functions.ts'
import classes from './CertificateCheck.module.css'

const results = {
  changed: {
    title: 'Changed',
    text: 'This was one of our certificates, but the file isn’t as we issued it. Saving it again in another program is enough to change it. Ask for the original file.',
  },
  unknown: {
    title: 'Unknown',
    text: 'We can’t find our signature in this file, or it was signed with a key that isn’t ours. It may be a printed or saved copy, or from another service.',
  },
  'too large': {
    title: 'Too large',
    text: 'Our certificates are smaller than 10 MB, so this file isn’t one.',
  },
  'not possible': {
    title: 'We can’t check it in this browser',
    text: 'Open this page over a secure connection (https) in a recent browser, and select the certificate again.',
  },
}

type Checked = { name: string } & (VerifiedFile | { result: 'failed'; message: string })

/** Anyone drops a certificate here and reads whether it is as we issued it. */
export default function CertificateCheck() {
  const isHydrated = useHydrated()
  const [checked, setChecked] = useState<Checked>()
  const [isBusy, setBusy] = useState(false)
  const [isOver, setOver] = useState(false)

  async function check(file: File | undefined) {
    if (!file) return
    setBusy(true)
    setChecked(undefined)
    try {
      setChecked({ name: file.name, ...(await verifyCertificate(file)) })
    } catch (error) {
      setChecked({ name: file.name, result: 'failed', message: failureMessage(error) })
    }
    setBusy(false)
  }

  const onDrag = (isInside: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(isInside)
  }
  return (
    <div className={classes.check}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a shortcut; the field inside does the same. */}
      <div
        className={classes.drop}
        data-over={isOver || undefined}
        onDragOver={onDrag(true)}
        onDragLeave={onDrag(false)}
        onDrop={(event) => {
          onDrag(false)(event)
          void check(event.dataTransfer.files[0])
        }}
      >
        <label className={classes.choose}>
          <span>Select a certificate</span>
          <input
            type="file"
            accept="application/pdf,.pdf"
            disabled={!isHydrated && typeof window !== 'undefined'}
            onChange={(event) => {
              void check(event.currentTarget.files?.[0])
              // The same file can be selected again.
              event.currentTarget.value = ''
            }}
          />
        </label>
        <p>or drop the PDF here. It stays on your device.</p>
      </div>
      <div role="status" aria-live="polite">
        {isBusy && <p>Checking…</p>}
        {checked && <CheckResult checked={checked} />}
      </div>
    </div>
  )
}

function CheckResult({ checked }: { checked: Checked }) {
  if (checked.result === 'valid') return <ValidCertificate summary={checked.summary} />
  const { title, text } =
    checked.result === 'failed' ? { title: 'We couldn’t check it', text: checked.message } : results[checked.result]
  return (
    <div className={classes.result} data-result={checked.result}>
      <h3>{title}</h3>
      <p className={classes.file}>
        <bdi>{checked.name}</bdi>
      </p>
      <p>{text}</p>
    </div>
  )
}

function ValidCertificate({ summary }: { summary: CertificateSummary }) {
  const { property, agent, person, issuedAt, entryCount, id } = summary
  return (
    <div className={classes.result} data-result="valid">
      <h3>Valid</h3>
      <p>We issued this certificate, and it hasn’t been changed since.</p>
      <dl>
        <dt>Property</dt>
        <dd>{property}</dd>
        <dt>Agent</dt>
        <dd>{agent}</dd>
        <dt>For</dt>
        <dd>{person ?? 'The whole listing'}</dd>
        <dt>Issued</dt>
        <dd>{formatDate(issuedAt, { dateStyle: 'long', timeStyle: 'short' })}</dd>
        <dt>Entries</dt>
        <dd>{entryCount}</dd>
        <dt>Certificate</dt>
        <dd>{id}</dd>
      </dl>
    </div>
  )
}

/** What a valid certificate says, in short. */
interface CertificateSummary {
  property: string
  agent: string
  person: string | null
  issuedAt: Date
  entryCount: number
  id: string
}

type VerifiedFile =
  | { result: 'valid'; summary: CertificateSummary }
  | { result: 'changed' | 'unknown' | 'too large' | 'not possible' }

/** Checks a file in this browser. Only its hashes and its signature are sent to the server. */
async function verifyCertificate(file: File): Promise<VerifiedFile> {
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
