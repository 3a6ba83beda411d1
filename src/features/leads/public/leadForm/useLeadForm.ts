import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { useBotCheck } from '#platform/botCheck/useBotCheck.tsx'
import { AppError, invalidInput } from '#platform/errors.ts'
import { type Access, submitLead } from '../../buyer.functions.ts'
import type { DetailErrors, Details } from './checkDetails.ts'
import type { DetailName } from './LeadFields.tsx'
import { retryUntilAnswered } from './retryUntilAnswered.ts'

export type SendProgress =
  | { state: 'idle' | 'sending' }
  | { state: 'waiting'; tryNow: () => void; stop: () => void }
  | { state: 'failed'; error: unknown }

const fieldNames: DetailName[] = ['firstName', 'lastName', 'email', 'phone', 'note']

/**
 * The form's doings. Its fields belong to the browser, so that nothing is lost of what is typed before the page is awake; the rules
 * and the bot check are fetched when somebody begins.
 */
export function useLeadForm(listingId: string, onSent: (access: Access, email: string) => void) {
  const form = useRef<HTMLFormElement>(null)
  const key = useRef('')
  const isBusy = useRef(false)
  const [wrong, setWrong] = useState<DetailErrors>({})
  const [progress, setProgress] = useState<SendProgress>({ state: 'idle' })
  const { prepare, takeAnswer, challenge } = useBotCheck('lead')

  useEffect(() => {
    const draft = readDraft(listingId)
    key.current = draft.key
    for (const name of fieldNames) {
      const box = findField(form.current, name)
      if (box?.value === '') box.value = draft.values[name] ?? box.value
    }
  }, [listingId])

  function begin() {
    prepare()
    loadRules().catch(() => {})
  }

  function keep({ target }: FormEvent<HTMLFormElement>) {
    saveDraft(listingId, { key: key.current, values: readDetails(form.current) })
    if (target instanceof HTMLElement && 'name' in target)
      setWrong((before) => ({ ...before, [String(target.name)]: undefined }))
  }

  /** What is empty is not wrong yet: somebody may be on the way to it. */
  async function look({ target }: FocusEvent<HTMLFormElement>) {
    const name = fieldNames.find((one) => one === target.name)
    if (!name || target.value.trim() === '') return
    const rules = await loadRules().catch(() => undefined)
    if (rules) setWrong((before) => ({ ...before, [name]: rules.checkDetails(readDetails(form.current))[name] }))
  }

  async function send(event: FormEvent) {
    event.preventDefault()
    if (isBusy.current) return
    isBusy.current = true
    const stopping = new AbortController()
    const details = readDetails(form.current)
    const attempt = createLeadSender({ listingId, key: key.current, takeAnswer })
    try {
      const access = await retryUntilAnswered(
        () => {
          setProgress({ state: 'sending' })
          return attempt(details)
        },
        {
          signal: stopping.signal,
          onPause: (tryNow) => setProgress({ state: 'waiting', tryNow, stop: () => stopping.abort() }),
        },
      )
      removeDraft(listingId)
      onSent(access, details.email.trim())
    } catch (error) {
      if (stopping.signal.aborted) setProgress({ state: 'idle' })
      else refuse(error)
    } finally {
      isBusy.current = false
    }
  }

  function refuse(error: unknown) {
    const fields: DetailErrors = (error instanceof AppError && error.fields) || {}
    const first = fieldNames.find((name) => fields[name])
    setWrong(fields)
    setProgress(first ? { state: 'idle' } : { state: 'failed', error })
    if (first) findField(form.current, first)?.focus()
  }

  return {
    form,
    challenge,
    progress,
    field: (name: DetailName) => ({ error: wrong[name] }),
    handlers: { onFocus: begin, onInput: keep, onBlur: look, onSubmit: send },
  }
}

const loadRules = () => import('./checkDetails.ts')

function findField(form: HTMLFormElement | null, name: DetailName) {
  const box = form?.elements.namedItem(name)
  return box instanceof HTMLInputElement || box instanceof HTMLTextAreaElement ? box : undefined
}

const readDetails = (form: HTMLFormElement | null) =>
  Object.fromEntries(fieldNames.map((name) => [name, findField(form, name)?.value ?? ''])) as Details

/** What stands in the form and has not arrived yet. */
interface LeadDraft {
  /** Stays the same until an answer came, even over a reload: the server then knows that it is the same sending. */
  key: string
  values: Partial<Record<DetailName, string>>
}

const storageKey = (listingId: string) => `lead:${listingId}`

/** Some browsers keep nothing for anybody: then a reload loses it, and nothing else is wrong. */
function readDraft(listingId: string): LeadDraft {
  try {
    const { key, values } = JSON.parse(sessionStorage.getItem(storageKey(listingId)) ?? '')
    if (typeof key === 'string' && typeof values === 'object' && values) return { key, values }
  } catch {}
  return { key: crypto.randomUUID(), values: {} }
}

function saveDraft(listingId: string, draft: LeadDraft) {
  try {
    sessionStorage.setItem(storageKey(listingId), JSON.stringify(draft))
  } catch {}
}

function removeDraft(listingId: string) {
  try {
    sessionStorage.removeItem(storageKey(listingId))
  } catch {}
}

/** A connection that says nothing for so long is none. */
const TIMEOUT_MS = 20_000
/** The server takes an answer again for the same key, but not for ever. */
const BOT_CHECK_VALID_MS = 3 * 60_000

interface LeadSubmission {
  listingId: string
  key: string
  /** Passes the bot check. */
  takeAnswer: () => Promise<string>
}

/** One sending, to be tried as often as it takes: the key stays, and so does the bot check's answer while it counts. */
function createLeadSender({ listingId, key, takeAnswer }: LeadSubmission) {
  let answer: { text: string; takenAt: number } | undefined

  return async (details: Details) => {
    const { checkDetails } = await import('./checkDetails.ts')
    const wrong = checkDetails(details)
    if (Object.keys(wrong).length > 0) throw invalidInput(wrong)
    try {
      return await send(details)
    } catch (error) {
      if (!isBotRefusal(error)) throw error
    }
    // Perhaps it only lay there for too long: the next check decides.
    answer = undefined
    return send(details)
  }

  async function send(details: Details) {
    if (!answer || Date.now() - answer.takenAt > BOT_CHECK_VALID_MS)
      answer = { text: await takeAnswer(), takenAt: Date.now() }
    const data = { listingId, ...details, key, turnstile: answer.text }
    return submitLead({ data, signal: AbortSignal.timeout(TIMEOUT_MS) })
  }
}

const isBotRefusal = (error: unknown) => error instanceof AppError && error.name === 'Forbidden'
