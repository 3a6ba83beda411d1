import { useEffect, useRef, useState } from 'react'
import { AppError } from '#platform/errors.ts'
import { failureMessage } from '#ui/feedback/failureMessage.ts'
import { useForm } from '#ui/form/useForm.ts'
import { agentName } from '#ui/format/format.ts'
import buttons from '#ui/theme/buttons.module.css'
import { type Access, confirmEmail, sendEmailCode } from '../../buyer.functions.ts'
import { useGate } from '../gate/useGate.ts'
import classes from './CodeStep.module.css'
import form from './LeadForm.module.css'
import { TextField } from './TextField.tsx'

interface CodeStepProps {
  /** Where the code was sent, if this page knows it. */
  email: string | undefined
  /** Too many emails went to this address or from this network. */
  isNotSent: boolean
  /** The details were sent just now. */
  takesFocus: boolean
  onConfirmed: (access: Access) => void
  onChangeEmail: () => void
}

/** Loaded with the step: the schema is there already, from the details. */
const loadSchema = async () => (await import('../../buyer.schema.ts')).EmailCode

const CODE_LENGTH = 6

/** The last step where the agent asks for confirmed addresses: the six digits from the email. */
export default function CodeStep({ email, isNotSent, takesFocus, onConfirmed, onChangeEmail }: CodeStepProps) {
  const { listing, agent } = useGate()
  const heading = useRef<HTMLHeadingElement>(null)
  const { save, nativeField, formProps, isBusy, failure } = useForm({
    initialValues: { code: '' },
    schema: loadSchema,
    submit: ({ code }) => confirmEmail({ data: { listingId: listing.id, code } }),
    onSuccess: onConfirmed,
  })
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <form method="post" aria-label="Confirm your email" {...formProps}>
      <h3 ref={heading} tabIndex={-1} className={classes.title}>
        Confirm your email
      </h3>
      <p className={classes.text}>
        {isNotSent ? (
          `We can’t email a code right now, because too many emails were sent. ${agentName(agent)} has your details. Try again later.`
        ) : (
          <>
            We’ve emailed a six-digit code to {email ? <strong>{email}</strong> : 'the address you entered'}. It works
            for 10 minutes. Not there? Check your spam folder.
          </>
        )}
      </p>
      <TextField
        {...nativeField('code')}
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        enterKeyHint="send"
        readOnly={isBusy}
        onInput={({ currentTarget }) => {
          // "123 456", as some email programs copy it.
          currentTarget.value = currentTarget.value.replace(/\D/g, '').slice(0, CODE_LENGTH)
          if (currentTarget.value.length === CODE_LENGTH) void save()
        }}
      />
      {failure !== null && (
        <div className={form.failed} role="alert">
          <p>{failureMessage(failure)}</p>
        </div>
      )}
      <button type="submit" className={`${buttons.filled} ${form.send}`} aria-disabled={isBusy || undefined}>
        {isBusy ? 'Checking…' : 'Confirm and open the documents'}
      </button>
      <div className={classes.ways}>
        <ResendButton listingId={listing.id} />
        <button type="button" onClick={onChangeEmail}>
          Change email address
        </button>
      </div>
    </form>
  )
}

function ResendButton({ listingId }: { listingId: string }) {
  const [message, setMessage] = useState('')
  const [isBusy, setBusy] = useState(false)
  async function resend() {
    setBusy(true)
    try {
      await sendEmailCode({ data: { listingId } })
      setMessage('We’ve sent a new code. Earlier codes no longer work.')
    } catch (error) {
      if (!(error instanceof AppError) && !(error instanceof TypeError)) throw error
      setMessage(failureMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <button type="button" disabled={isBusy} onClick={() => void resend()}>
        Send a new code
      </button>
      <p role="status" className={classes.status}>
        {message}
      </p>
    </>
  )
}
