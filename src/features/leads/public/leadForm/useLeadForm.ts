import { type FocusEvent, type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useBotCheck } from '#platform/botCheck/useBotCheck.tsx'
import { AppError } from '#platform/errors.ts'
import { readStoredJson, removeStored, storeJson } from '#ui/browserStorage.ts'
import { useForm } from '#ui/form/useForm.ts'
import { type Access, submitLead } from '../../buyer.functions.ts'
import type { BuyerDetails } from '../../buyer.schema.ts'
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

/** A buyer's details, kept over reloads until they are sent. On another listing they are filled in with what this browser sent last. */
export function useLeadForm(listingId: string, onSent: (access: Access, email: string) => void) {
  const submissionKey = useRef('')
  const [pause, setPause] = useState<PendingRetry>()
  const [isRecalled, setRecalled] = useState(false)
  const { prepare, takeAnswer, challenge } = useBotCheck('lead')
  const form = useForm({
    initialValues: emptyDetails,
    schema: loadSchema,
    submit: async (details) => {
      // A click can come before the effect that reads the draft.
      submissionKey.current ||= crypto.randomUUID()
      const stopping = new AbortController()
      const attempt = createLeadSender({ listingId, key: submissionKey.current, takeAnswer })
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
    },
    onSuccess: (access, details) => {
      if (!access) return
      removeDraft(listingId)
      void loadRemembered().then((loaded) => loaded?.rememberDetails(details))
      onSent(access, details.email.trim())
    },
  })

  const restoreDraft = useEffectEvent(({ key, values }: LeadDraft) => {
    submissionKey.current = key
    form.fillEmpty(values)
    if (hasRememberedDetails()) void loadRemembered().then((loaded) => fillRemembered(loaded?.recallDetails()))
  })
  function fillRemembered(remembered: Partial<BuyerDetails> | undefined) {
    // What was typed here is not mixed with what someone sent before.
    if (!remembered || Object.values(form.readValues()).some(Boolean)) return
    form.fillEmpty(remembered)
    setRecalled(true)
  }
  useEffect(() => restoreDraft(readDraft(listingId)), [listingId])

  return {
    form,
    challenge,
    pause,
    /** The form is filled in with what this browser sent last. */
    isRecalled,
    handlers: {
      /** The browser empties the fields. */
      onReset({ currentTarget }: FormEvent<HTMLFormElement>) {
        void loadRemembered().then((loaded) => loaded?.forgetDetails())
        removeDraft(listingId)
        setRecalled(false)
        currentTarget.querySelector('input')?.focus()
      },
      onFocus() {
        prepare()
        loadSchema().catch(() => {})
      },
      onInput() {
        saveDraft(listingId, { key: submissionKey.current, values: form.readValues() })
      },
      onBlur({ target }: FocusEvent<HTMLFormElement>) {
        const name = detailNames.find((one) => one === target.name)
        if (name) void form.checkField(name)
      },
    },
  }
}

/** Typed but not sent yet. */
interface LeadDraft {
  /** Stays the same until there is a response, even over a reload, so that the server recognises a second attempt. */
  key: string
  values: Partial<BuyerDetails>
}

const storageKey = (listingId: string) => `lead:${listingId}`

function readDraft(listingId: string): LeadDraft {
  const { key, values }: Partial<Record<string, unknown>> = {
    ...toObject(readStoredJson(storageKey(listingId), 'sessionStorage')),
  }
  if (typeof key === 'string' && typeof values === 'object' && values) return { key, values }
  return { key: crypto.randomUUID(), values: {} }
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
}

/** One submission, retried with the same key, and with the same answer to the bot check while that is valid. */
function createLeadSender({ listingId, key, takeAnswer }: LeadSubmission) {
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
    const data = { listingId, ...details, key, turnstile: answer.text }
    return submitLead({ data, signal: AbortSignal.timeout(TIMEOUT_MS) })
  }
}

const isBotRefusal = (error: unknown) => error instanceof AppError && error.name === 'Forbidden'
