import { type DragEvent, useState } from 'react'
import { failureMessage } from '#ui/feedback/failureMessage.ts'
import { useHydrated } from '#ui/form/useHydrated.ts'
import { formatDate } from '#ui/format/format.ts'
import classes from './CertificateCheck.module.css'
import { type CertificateSummary, type VerifiedFile, verifyCertificate } from './verifyCertificate.ts'

const results = {
  changed: {
    title: 'Changed',
    text: 'This was a certificate of ours, but the file isn’t as we issued it. Saving it again in another program is enough to change it. Ask for the original file.',
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
export function CertificateCheck() {
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
