import { hashKey } from '@tanstack/react-query'
import { type ChangeEvent, type FormEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { isNotSignedIn } from '#platform/auth/sessionEndListeners.ts'
import { AppError, type FieldErrors } from '#platform/errors.ts'
import { handleError } from '#platform/serverFunctions/queryClient.ts'
import { useHydrated } from './useHydrated.ts'

/** The part of Zod's schemas that a form needs (https://standardschema.dev). Buyers' pages don't load Zod up front. */
export interface FormSchema {
  '~standard': { validate: (values: unknown) => SchemaResult | Promise<SchemaResult> }
}
interface SchemaResult {
  issues?: readonly { message: string; path?: readonly unknown[] }[]
}

interface FormOptions<Values extends object, Result> {
  /** In the order of the fields on the page. When they change later, the form follows unless it has unsaved changes. */
  initialValues: Values
  /** The one that the server checks with, or how to load it. */
  schema: FormSchema | (() => Promise<FormSchema>)
  submit: (values: Values) => Promise<Result>
  /** The form stays busy until this is done. */
  onSuccess?: (result: Result, sent: Values) => unknown
  /** For what has to happen besides showing the error, which the form does. */
  onFailure?: (error: unknown) => void
}

type Name<Values> = keyof Values & string
type TextName<Values> = { [Key in Name<Values>]: Values[Key] extends string ? Key : never }[Name<Values>]

/**
 * Every form that is submitted. It checks with the server's schema, moves the focus to the first field with an error, shows what
 * the server refused beside its field or as `failure`, and keeps what was typed.
 *
 * `nativeField` leaves the value to the browser until the form is submitted, so whatever was typed or filled in before hydration
 * counts. `textField` and `valueField` keep the value in React, for pages that follow every letter; until hydration they are
 * read-only, because React would drop what was typed.
 */
export function useForm<Values extends object, Result>(options: FormOptions<Values, Result>) {
  const { initialValues, schema, submit, onSuccess, onFailure } = options
  const id = useId()
  const isHydrated = useHydrated()
  const element = useRef<HTMLFormElement>(null)
  /** Known at once, unlike `status`, so that a double click submits once. */
  const isSubmitting = useRef(false)
  const [state, setState] = useState({ values: initialValues, saved: initialValues })
  /** What is rendered next: code that runs after an `await` must not go by what was rendered before. */
  const latest = useRef(state)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [failure, setFailure] = useState<unknown>(null)
  const [status, setStatus] = useState<'idle' | 'busy' | 'done'>('idle')
  const [focusTarget, setFocusTarget] = useState<{ name: string }>()

  // After rendering: fields may be inert while the form is busy.
  useEffect(() => {
    if (focusTarget) findField(id, focusTarget.name)?.focus()
  }, [focusTarget, id])

  const follow = useEffectEvent((initialHash: string) => {
    if (initialHash !== hashKey([latest.current.saved])) loadUnlessDirty(initialValues)
  })
  const initialHash = hashKey([initialValues])
  useEffect(() => follow(initialHash), [initialHash])

  function update(change: Partial<typeof state>) {
    latest.current = { ...latest.current, ...change }
    setState(latest.current)
  }

  /** Shows these values as the saved ones. */
  function load(values: Values) {
    update({ values, saved: values })
    setErrors({})
  }

  function loadUnlessDirty(values: Values) {
    if (!differ(latest.current.values, latest.current.saved)) load(values)
  }

  /** Takes over what the server made of some values, where they haven't been changed since they were sent. */
  function adoptSaved(made: Partial<Values>) {
    const { values, saved } = latest.current
    const isUnchanged = (name: string) => hashKey([Reflect.get(values, name)]) === hashKey([Reflect.get(saved, name)])
    const untouched = Object.fromEntries(Object.entries(made).filter(([name]) => isUnchanged(name)))
    update({ values: { ...values, ...untouched }, saved: { ...saved, ...made } })
  }

  function setValue<Key extends Name<Values>>(name: Key, value: Values[Key]) {
    update({ values: { ...latest.current.values, [name]: value } })
    clearError(name)
  }

  function clearError(name: string) {
    setErrors(({ [name]: _cleared, ...others }) => others)
  }

  function findNativeField(name: string) {
    const field = element.current?.elements.namedItem(name)
    return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field : undefined
  }

  function readValues() {
    let values = latest.current.values
    for (const name of Object.keys(initialValues)) {
      const field = findNativeField(name)
      if (field) values = { ...values, [name]: field.value }
    }
    return values
  }

  /** Fills in the native fields that are still empty. */
  function fillEmpty(values: Record<string, unknown>) {
    for (const name of Object.keys(initialValues)) {
      const field = findNativeField(name)
      const value = values[name]
      if (field?.value === '' && typeof value === 'string') field.value = value
    }
  }

  async function findErrors(read: () => Values): Promise<FieldErrors> {
    // A schema that can't be loaded leaves the check to the server.
    const loaded = typeof schema === 'function' ? await schema().catch(() => undefined) : schema
    const { issues = [] } = (await loaded?.['~standard'].validate(read())) ?? {}
    const found: FieldErrors = {}
    for (const { path, message } of issues) found[String(path?.[0])] ??= message
    return found
  }

  /** Returns whether one of the errors belongs to a field of this form. */
  function showErrors(found: FieldErrors, movesFocus: boolean) {
    const first = Object.keys(initialValues).find((name) => found[name])
    setErrors(found)
    if (first && movesFocus) setFocusTarget({ name: first })
    return first !== undefined
  }

  /** For a native field that loses the focus. An empty one is not reported before the form is submitted. */
  async function checkField(name: Name<Values>) {
    if (findNativeField(name)?.value.trim() === '') return
    const { [name]: found } = await findErrors(readValues)
    if (found) setErrors((before) => ({ ...before, [name]: found }))
    else clearError(name)
  }

  /**
   * Returns the result, or undefined if there is none: the form shows why. A form that saves itself leaves the focus where the
   * agent is typing.
   */
  async function save({ movesFocus = true } = {}) {
    if (isSubmitting.current) return undefined
    isSubmitting.current = true
    setFailure(null)
    try {
      const sent = readValues()
      update({ values: sent })
      if (showErrors(await findErrors(() => sent), movesFocus)) return undefined
      setStatus('busy')
      const result = await submit(sent)
      // Whatever was typed in the meantime is still unsaved.
      update({ saved: sent })
      await onSuccess?.(result, sent)
      setStatus('done')
      return result
    } catch (error) {
      setStatus('idle')
      showFailure(error, movesFocus)
      return undefined
    } finally {
      isSubmitting.current = false
    }
  }

  function showFailure(error: unknown, movesFocus: boolean) {
    handleError(error, true)
    const isBesideField = error instanceof AppError && showErrors(errorsByField(error), movesFocus)
    // The portal asks for the password by itself when the session has ended.
    if (!isBesideField && !isNotSignedIn(error)) setFailure(error)
    onFailure?.(error)
  }

  const controlledProps = <Key extends Name<Values>>(name: Key) => ({
    value: state.values[name],
    error: errors[name],
    readOnly: !isHydrated,
    'data-field': id + name,
  })

  return {
    values: state.values,
    isDirty: differ(state.values, state.saved),
    /** The same as `isDirty`, for code that runs after an `await`. */
    hasUnsavedChanges: () => differ(latest.current.values, latest.current.saved),
    isBusy: status === 'busy',
    isDone: status === 'done',
    /** An error that no field shows. */
    failure,
    clearFailure: () => setFailure(null),
    save,
    setValue,
    readValues,
    fillEmpty,
    checkField,
    load,
    loadUnlessDirty,
    adoptSaved,
    /** Shows these values as unsaved changes. */
    restore: (values: Values) => update({ values }),
    /** Back to what is saved. */
    reset: () => load(latest.current.saved),
    /** For what only the page knows. */
    showErrors: (found: FieldErrors) => showErrors(found, true),
    focus: (name: Name<Values>) => setFocusTarget({ name }),
    formProps: {
      ref: element,
      noValidate: true,
      onSubmit(event: FormEvent<HTMLFormElement>) {
        event.preventDefault()
        // React's events also pass from a dialog to the form that opened it.
        event.stopPropagation()
        void save()
      },
    },
    nativeField: <Key extends TextName<Values>>(name: Key) => ({
      name,
      defaultValue: initialValues[name],
      error: errors[name],
      onChange: () => clearError(name),
      'data-field': id + name,
    }),
    textField: <Key extends TextName<Values>>(name: Key) => ({
      ...controlledProps(name),
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
        update({ values: { ...latest.current.values, [name]: currentTarget.value } })
        clearError(name)
      },
    }),
    /** For a component that passes the value itself to `onChange`. */
    valueField: <Key extends Name<Values>>(name: Key) => ({
      ...controlledProps(name),
      onChange: (value: Values[Key]) => setValue(name, value),
    }),
  }
}

/** The server names a part of a field by its path: "description.content.0". */
const errorsByField = ({ fields = {} }: AppError) =>
  Object.fromEntries(Object.entries(fields).map(([path, message]) => [path.split('.')[0], message]))

const differ = (one: object, other: object) => one !== other && hashKey([one]) !== hashKey([other])

const findField = (id: string, name: string) => document.querySelector<HTMLElement>(`[data-field="${id}${name}"]`)

/** Puts the cursor into a page's first field, unless that would open a phone's keyboard or someone is already typing. */
export function useFocusFirstField() {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body && window.matchMedia('(pointer: fine)').matches) field.current?.focus()
  }, [])
  return field
}
