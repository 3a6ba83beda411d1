import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { useBotCheck } from '#platform/botCheck/useBotCheck.tsx'
import { AppError } from '#platform/errors.ts'
import type { Access } from '../gate.functions.ts'
import type { Details, DetailErrors } from './checkDetails.ts'
import type { DetailName } from './LeadFields.tsx'
import { removeDraft, saveDraft, readDraft } from './leadDraft.ts'
import { createLeadSender } from './sendLead.ts'
import { retryUntilAnswered } from './untilAnswered.ts'

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
