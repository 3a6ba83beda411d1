import { type FocusEvent, type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useBotCheck } from '#platform/botCheck/useBotCheck.tsx'
import { AppError } from '#platform/errors.ts'
import { readVisitSource } from '#platform/events/visitSource.ts'
import { readStoredJson, removeStored, storeJson } from '#ui/browserStorage.ts'
import { useForm } from '#ui/form/useForm.ts'
import type { Question } from '#values/questionValues.ts'
import { type Access, answerQuestions, fetchQuestions, submitLead } from '../../buyer.functions.ts'
import type { BuyerDetails, NewLead } from '../../buyer.schema.ts'
import type { GatedListing } from '../gate/useGate.ts'
import { hasRememberedDetails } from './hasRememberedDetails.ts'
import { retryUntilResponse } from './retryUntilResponse.ts'

/** There was no answer; the next attempt follows by itself. */
export interface PendingRetry {
  /** Otherwise our server is not reached, although the browser is online. */
  isOffline: boolean
  tryNow: () => void
  stop: () => void
}

const emptyDetails: BuyerDetails = { firstName: '', lastName: '', email: '', phone: '', note: '' }

const detailNames = ['firstName', 'lastName', 'email', 'phone', 'note'] as const

/** Loaded when someone starts to fill in the form, like the bot check. */
const loadSchema = async () => (await import('../../buyer.schema.ts')).BuyerDetails

/** Loaded when there is something to remember or to recall. If that fails, a form starts empty. */
const loadRemembered = () => import('./rememberedDetails.ts').catch(() => undefined)

interface LeadFormOptions {
  listing: Pick<GatedListing, 'id' | 'questions'>
  /** On a phone the questions are a second step. */
  isInSheet: boolean
  /** `isAnswering`: the documents are open, and the questions are still shown. */
  onSent: (access: Access, email: string, isAnswering: boolean) => void
  onAnswered: () => void
}

/**
 * A buyer's details, kept over reloads until they are sent. On another listing they are filled in with what this browser sent last.
 *
 * In a sheet, questions are a second step. If all of them are optional, the lead is sent after the first step, and so the documents wait for
 * nothing; otherwise both steps are sent together.
 */
export function useLeadForm({ listing, isInSheet, onSent, onAnswered }: LeadFormOptions) {
  const listingId = listing.id
  const submissionKey = useRef('')
  const [pause, setPause] = useState<PendingRetry>()
  const [isRecalled, setRecalled] = useState(false)
  const [step, setStep] = useState<'details' | 'questions' | 'code'>()
  /** The questions as the server has them, if they have changed since the page was made. */
  const [changedQuestions, setChangedQuestions] = useState<readonly Question[]>()
  const questions = changedQuestions ?? listing.questions
  const [answers, setAnswers] = useState<TypedAnswers>({})
  const [missing, setMissing] = useState<readonly string[]>([])
  /** Set once the lead is stored, when the questions follow. */
  const granted = useRef<Access>(null)
  const [isCodeUnsent, setCodeUnsent] = useState(false)
  const { prepare, takeAnswer, challenge } = useBotCheck('lead')

  async function sendDetails(details: BuyerDetails) {
    const isAnsweringLater = isInSheet && questions.length > 0 && !hasRequired(questions)
    if (!isAnsweringLater && findMissing()) return undefined
    // A click can come before the effect that reads the draft.
    submissionKey.current ||= crypto.randomUUID()
    const stopping = new AbortController()
    const extras = isAnsweringLater ? { isAnsweringLater } : { answers: givenAnswers(questions, answers) }
    const attempt = createLeadSender({ listingId, key: submissionKey.current, takeAnswer, extras })
    const tryOnce = () => {
      setPause(undefined)
      return attempt(details)
    }
    try {
      return await retryUntilResponse(tryOnce, {
        signal: stopping.signal,
        onPause: (tryNow) => setPause({ isOffline: !navigator.onLine, tryNow, stop: () => stopping.abort() }),
      })
    } catch (error) {
      if (stopping.signal.aborted) return undefined
      throw error
    } finally {
      setPause(undefined)
    }
  }

  /** Shows the questions that still need an answer. Returns whether there are any. */
  function findMissing() {
    const found = missingAnswers(questions, answers)
    const isFirstLook = isInSheet && step !== 'questions'
    if (found.length > 0 && isFirstLook) setStep('questions')
    else setMissing(found)
    return found.length > 0
  }

  const form = useForm({
    initialValues: emptyDetails,
    schema: loadSchema,
    submit: async (details) => {
      if (!granted.current) return { sent: await sendDetails(details) }
      await answerQuestions({ data: { listingId, answers: givenAnswers(questions, answers) } })
      return { isAnswered: true }
    },
    onSuccess: ({ sent, isAnswered }, details) => {
      if (isAnswered) return onAnswered()
      if (!sent) return
      void loadRemembered().then((loaded) => loaded?.rememberDetails(details))
      const { isCodeSent, ...access } = sent
      setCodeUnsent(isCodeSent === false)
      // The details stay until the address is confirmed: it may have to be corrected.
      if (access.needsCode) {
        setStep('code')
        onSent(access, details.email.trim(), false)
      } else grant(access, details.email.trim())
    },
    onFailure: (error) => {
      if (!(error instanceof AppError)) return
      if (error.fields && detailNames.some((name) => error.fields?.[name])) setStep('details')
      if (error.name !== 'QuestionsChanged') return
      fetchQuestions({ data: { listingId } }).then(setChangedQuestions, () => {})
    },
  })

  /** The documents are open. Optional questions follow on a phone. */
  function grant(access: Access, email: string) {
    removeDraft(listingId)
    const isAnswering = isInSheet && !access?.isWithdrawn && questions.length > 0 && !hasRequired(questions)
    granted.current = access
    if (isAnswering) setStep('questions')
    onSent(access, email, isAnswering)
  }

  const restoreDraft = useEffectEvent(({ key, values, answers: typed }: LeadDraft) => {
    submissionKey.current = key
    form.fillEmpty(values)
    setAnswers(typed)
    if (hasRememberedDetails()) void loadRemembered().then((loaded) => fillRemembered(loaded?.recallDetails()))
  })
  function fillRemembered(remembered: Partial<BuyerDetails> | undefined) {
    // What was typed here is not mixed with what someone sent before.
    if (!remembered || Object.values(form.readValues()).some(Boolean)) return
    form.fillEmpty(remembered)
    setRecalled(true)
  }
  useEffect(() => restoreDraft(readDraft(listingId)), [listingId])

  function keepDraft(typed: TypedAnswers) {
    if (granted.current) return
    saveDraft(listingId, { key: submissionKey.current, values: form.readValues(), answers: typed })
  }

  return {
    form,
    challenge,
    pause,
    step,
    setStep,
    questions,
    answers,
    missing,
    answer(questionId: string, text: string) {
      const typed = { ...answers, [questionId]: text }
      setAnswers(typed)
      setMissing(missing.filter((id) => id !== questionId))
      keepDraft(typed)
    },
    /** Too many emails were sent, so there is no code. */
    isCodeUnsent,
    grant,
    /** The form is filled in with what this browser sent last. */
    isRecalled,
    handlers: {
      /** The browser empties the fields. */
      onReset({ currentTarget }: FormEvent<HTMLFormElement>) {
        void loadRemembered().then((loaded) => loaded?.forgetDetails())
        removeDraft(listingId)
        setAnswers({})
        setRecalled(false)
        currentTarget.querySelector('input')?.focus()
      },
      onFocus() {
        prepare()
        loadSchema().catch(() => {})
      },
      onInput() {
        keepDraft(answers)
      },
      onBlur({ target }: FocusEvent<HTMLFormElement>) {
        const name = detailNames.find((one) => one === target.name)
        if (name) void form.checkField(name)
      },
    },
  }
}

/** What was answered so far, by the id of the question. */
export type TypedAnswers = Partial<Record<string, string>>

const typedAnswer = (typed: TypedAnswers, { id }: Question) => typed[id]?.trim() ?? ''

/** The answers as the server takes them, with the words that were read. */
const givenAnswers = (questions: readonly Question[], typed: TypedAnswers) =>
  questions
    .map((question) => ({ questionId: question.id, question: question.text, answer: typedAnswer(typed, question) }))
    .filter(({ answer }) => answer !== '')

/** The ids of required questions without an answer. */
const missingAnswers = (questions: readonly Question[], typed: TypedAnswers) =>
  questions.filter((one) => one.isRequired && typedAnswer(typed, one) === '').map(({ id }) => id)

export const hasRequired = (questions: readonly Question[]) => questions.some(({ isRequired }) => isRequired)

/** Typed but not sent yet. */
interface LeadDraft {
  /** Stays the same until there is a response, even over a reload, so that the server recognises a second attempt. */
  key: string
  values: Partial<BuyerDetails>
  answers: TypedAnswers
}

const storageKey = (listingId: string) => `lead:${listingId}`

function readDraft(listingId: string): LeadDraft {
  const stored: Partial<Record<string, unknown>> = {
    ...toObject(readStoredJson(storageKey(listingId), 'sessionStorage')),
  }
  const { key, values } = stored
  const answers = Object.fromEntries(
    Object.entries(toObject(stored.answers)).filter(([, answer]) => typeof answer === 'string'),
  )
  if (typeof key === 'string' && typeof values === 'object' && values) return { key, values, answers }
  return { key: crypto.randomUUID(), values: {}, answers: {} }
}

const toObject = (stored: unknown) => (typeof stored === 'object' && stored !== null ? stored : {})

const saveDraft = (listingId: string, draft: LeadDraft) => storeJson(storageKey(listingId), draft, 'sessionStorage')
const removeDraft = (listingId: string) => removeStored(storageKey(listingId), 'sessionStorage')

const TIMEOUT_MS = 20_000
/** For this long the server accepts the same answer again with the same key. */
const BOT_CHECK_VALID_MS = 3 * 60_000

interface LeadSubmission {
  listingId: string
  key: string
  /** Passes the bot check. */
  takeAnswer: () => Promise<string>
  /** The answers to the listing's questions, or that they follow. */
  extras: Pick<NewLead, 'answers' | 'isAnsweringLater'>
}

/** One submission, retried with the same key, and with the same answer to the bot check while that is valid. */
function createLeadSender({ listingId, key, takeAnswer, extras }: LeadSubmission) {
  let answer: { text: string; takenAt: number } | undefined

  return async (details: BuyerDetails) => {
    try {
      return await send(details)
    } catch (error) {
      if (!isBotRefusal(error)) throw error
    }
    // The answer may have expired: try once more with a new one.
    answer = undefined
    return send(details)
  }

  async function send(details: BuyerDetails) {
    if (!answer || Date.now() - answer.takenAt > BOT_CHECK_VALID_MS)
      answer = { text: await takeAnswer(), takenAt: Date.now() }
    const data = { listingId, ...details, ...extras, key, turnstile: answer.text, source: readVisitSource() }
    return submitLead({ data, signal: AbortSignal.timeout(TIMEOUT_MS) })
  }
}

const isBotRefusal = (error: unknown) => error instanceof AppError && error.name === 'Forbidden'
