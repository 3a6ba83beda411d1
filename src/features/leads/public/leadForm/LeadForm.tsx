import { type KeyboardEvent, lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { AppError } from '#platform/errors.ts'
import { failureMessage } from '#ui/feedback/failureMessage.ts'
import { useHydrated } from '#ui/form/useHydrated.ts'
import { agentName } from '#ui/format/format.ts'
import buttons from '#ui/theme/buttons.module.css'
import { type GateAgent, type GatedListing, gateButtonLabel, useGate } from '../gate/useGate.ts'
import { LeadFields } from './LeadFields.tsx'
import classes from './LeadForm.module.css'
import { hasRequired, type PendingRetry, useLeadForm } from './useLeadForm.ts'

const QuestionFields = lazy(() => import('./QuestionFields.tsx'))
const CodeStep = lazy(() => import('./CodeStep.tsx'))

/** Why the form asks: for the document that was tapped, or for all of them. */
export function LeadFormTitle() {
  const { listing, wanted } = useGate()
  if (!wanted) return gateButtonLabel(listing.documents.length)
  return (
    <>
      To open “<bdi>{wanted.name}</bdi>”, leave your details once
    </>
  )
}

interface LeadFormProps {
  /** On a phone the questions are a second step. */
  isInSheet?: boolean
}

/** The buyer's contact details and answers. Sent once per listing. */
export function LeadForm({ isInSheet = false }: LeadFormProps) {
  const { listing, agent, needsCode, isAnswering, sentTo, onSent, onAnswered, skipQuestions } = useGate()
  const isHydrated = useHydrated()
  const [isTouched, setTouched] = useState(false)
  const filling = useLeadForm({ listing, isInSheet, onSent, onAnswered })
  const { form, handlers, challenge, pause, isRecalled, questions, answers, missing } = filling
  const noticeTyped = useEffectEvent(() => setTouched(Object.values(form.readValues()).some(Boolean)))
  // Someone may have filled in the form before this script ran, and will not enter a field again.
  useEffect(() => noticeTyped(), [])
  // Someone who comes back before the address is confirmed goes on there.
  const step = filling.step ?? (needsCode ? 'code' : 'details')
  const hasQuestions =
    questions.length > 0 && (step === 'questions' || (!isInSheet && (isTouched || missing.length > 0)))
  const isLastStep = isInSheet && questions.length > 0 && step === 'details' ? !hasRequired(questions) : true
  return (
    <>
      {step === 'code' && (
        <Suspense>
          <CodeStep
            email={sentTo ?? (form.readValues().email || undefined)}
            isNotSent={filling.isCodeUnsent}
            takesFocus={filling.step === 'code'}
            onConfirmed={(access) => filling.grant(access, sentTo ?? form.readValues().email)}
            onChangeEmail={() => {
              filling.setStep('details')
              form.focus('email')
            }}
          />
        </Suspense>
      )}
      {/* Kept while another step is shown, with what was typed. */}
      <form
        method="post"
        aria-label="Your details"
        hidden={step === 'code'}
        {...form.formProps}
        {...handlers}
        onFocus={() => {
          handlers.onFocus()
          setTouched(true)
        }}
        onKeyDown={focusNextEmptyField}
      >
        <div hidden={step === 'questions'}>
          {isRecalled && (
            <p className={classes.recalled}>
              Filled in with what you sent last. <button type="reset">Not you?</button>
            </p>
          )}
          <LeadFields field={form.nativeField} readOnly={form.isBusy} />
        </div>
        {step === 'questions' && <QuestionsIntroduction isOpen={isAnswering} />}
        {hasQuestions && (
          <Suspense>
            <QuestionFields
              questions={questions}
              answers={answers}
              missing={missing}
              readOnly={form.isBusy}
              onAnswer={filling.answer}
            />
          </Suspense>
        )}
        {challenge}
        {pause && <PauseNotice pause={pause} />}
        <LeadFailure error={form.failure} />
        <button
          type="submit"
          className={`${buttons.filled} ${classes.send}`}
          disabled={!isHydrated}
          aria-disabled={form.isBusy || undefined}
        >
          {form.isBusy ? 'Sending…' : isAnswering ? 'Send answers' : isLastStep ? submitLabel(listing) : 'Continue'}
        </button>
        {step === 'questions' && (
          <div className={classes.secondary}>
            {hasRequired(questions) ? (
              <button type="button" onClick={() => filling.setStep('details')}>
                Back to your details
              </button>
            ) : (
              <button type="button" onClick={skipQuestions}>
                Skip the questions
              </button>
            )}
          </div>
        )}
        {step === 'details' && <PrivacyNotice agent={agent} agencysText={listing.privacyText} />}
      </form>
    </>
  )
}

const submitLabel = ({ documents }: GatedListing) => (documents.length > 0 ? 'Open the documents' : 'Send to the agent')

/** Takes the focus, because the fields before it are gone. */
function QuestionsIntroduction({ isOpen }: { isOpen: boolean }) {
  const { agent } = useGate()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className={classes.heading}>
        A few questions from <bdi>{agentName(agent)}</bdi>
      </h3>
      {isOpen && (
        <p className={classes.introduction}>The documents are open now. Your answers help the agent help you.</p>
      )}
    </>
  )
}

/** Enter moves to the next field that is still empty; after the last it submits. */
function focusNextEmptyField(event: KeyboardEvent<HTMLFormElement>) {
  const { target } = event
  if (event.key !== 'Enter' || !(target instanceof HTMLInputElement) || target.value === '') return
  const fields = event.currentTarget.querySelectorAll<HTMLInputElement>('input:not([data-optional])')
  const empty = [...fields].find(({ value }) => value === '')
  if (!empty) return
  event.preventDefault()
  empty.focus()
}

const PauseNotice = ({ pause }: { pause: PendingRetry }) => (
  <div className={classes.waiting} role="status">
    <p>
      {pause.isOffline ? 'You’re offline.' : 'We couldn’t reach the server.'} Your details are safe, and we’ll keep
      trying.
    </p>
    <div className={classes.ways}>
      <button type="button" onClick={pause.tryNow}>
        Try now
      </button>
      <button type="button" onClick={pause.stop}>
        Stop
      </button>
    </div>
  </div>
)

function LeadFailure({ error }: { error: unknown }) {
  if (!error) return null
  const isUnpublished = error instanceof AppError && error.name === 'NotFoundError'
  return (
    <div className={classes.failed} role="alert">
      <p>
        {isUnpublished
          ? 'This listing has just been unpublished. We didn’t send your details to anyone.'
          : failureMessage(error)}
      </p>
    </div>
  )
}

/** Who gets the details, and why, before they are sent. */
function PrivacyNotice({ agent, agencysText }: { agent: GateAgent; agencysText: string }) {
  return (
    <>
      <p className={classes.notice}>
        Your details go to <bdi>{agentName(agent)}</bdi>
        {agent.agencyName && ` of ${agent.agencyName}`}. They, and colleagues who work on this listing, can contact you
        about this property and see which documents you open. We measure how long you read each page, so the agent knows
        what matters to you. We keep your details so your private link works. With it you can edit or delete them at any
        time. See our{' '}
        <a href="/privacy-policy" target="_blank" rel="noopener">
          privacy policy
        </a>
        .
      </p>
      {agencysText && (
        <p className={`${classes.notice} ${classes.agencys}`} dir="auto">
          {agencysText}
        </p>
      )}
    </>
  )
}
