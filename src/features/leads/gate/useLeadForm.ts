import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { useBotCheck } from '#platform/botCheck/useBotCheck.tsx'
import { AppError } from '#platform/errors.ts'
import type { Access } from '../gate.functions.ts'
import type { Details, Wrong } from './checkDetails.ts'
import type { DetailName } from './LeadFields.tsx'
import { forgetDraft, keepDraft, readDraft } from './leadDraft.ts'
import { openSending } from './sendLead.ts'
import { untilAnswered } from './untilAnswered.ts'

export type Progress =
  | { state: 'idle' | 'sending' }
  | { state: 'waiting'; tryNow: () => void; stop: () => void }
  | { state: 'failed'; error: unknown }

const names: DetailName[] = ['firstName', 'lastName', 'email', 'phone', 'note']

/**
 * The form's doings. Its fields belong to the browser, so that nothing is lost of what is typed before the page is awake; the rules
 * and the bot check are fetched when somebody begins.
 */
export function useLeadForm(listingId: string, onSent: (access: Access, email: string) => void) {
  const form = useRef<HTMLFormElement>(null)
  const key = useRef('')
  const isBusy = useRef(false)
  const [wrong, setWrong] = useState<Wrong>({})
  const [progress, setProgress] = useState<Progress>({ state: 'idle' })
  const { prepare, takeAnswer, challenge } = useBotCheck('lead')

  useEffect(() => {
    const draft = readDraft(listingId)
    key.current = draft.key
    for (const name of names) {
      const box = boxOf(form.current, name)
      if (box?.value === '') box.value = draft.values[name] ?? box.value
    }
  }, [listingId])

  function begin() {
    prepare()
    loadRules().catch(() => {})
  }

  function keep({ target }: FormEvent<HTMLFormElement>) {
    keepDraft(listingId, { key: key.current, values: readDetails(form.current) })
    if (target instanceof HTMLElement && 'name' in target)
      setWrong((before) => ({ ...before, [String(target.name)]: undefined }))
  }

  /** What is empty is not wrong yet: somebody may be on the way to it. */
  async function look({ target }: FocusEvent<HTMLFormElement>) {
    const name = names.find((one) => one === target.name)
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
    const attempt = openSending({ listingId, key: key.current, takeAnswer })
    try {
      const access = await untilAnswered(
        () => {
          setProgress({ state: 'sending' })
          return attempt(details)
        },
        {
          signal: stopping.signal,
          onPause: (tryNow) => setProgress({ state: 'waiting', tryNow, stop: () => stopping.abort() }),
        },
      )
      forgetDraft(listingId)
      onSent(access, details.email.trim())
    } catch (error) {
      if (stopping.signal.aborted) setProgress({ state: 'idle' })
      else refuse(error)
    } finally {
      isBusy.current = false
    }
  }

  function refuse(error: unknown) {
    const fields: Wrong = (error instanceof AppError && error.fields) || {}
    const first = names.find((name) => fields[name])
    setWrong(fields)
    setProgress(first ? { state: 'idle' } : { state: 'failed', error })
    if (first) boxOf(form.current, first)?.focus()
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

function boxOf(form: HTMLFormElement | null, name: DetailName) {
  const box = form?.elements.namedItem(name)
  return box instanceof HTMLInputElement || box instanceof HTMLTextAreaElement ? box : undefined
}

const readDetails = (form: HTMLFormElement | null) =>
  Object.fromEntries(names.map((name) => [name, boxOf(form, name)?.value ?? ''])) as Details
