import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef } from 'react'
import { AppError } from '#platform/errors.ts'

type TextValues = Record<string, string>

interface TaskFormOptions<Values extends TextValues, Result> {
  initialValues: Values
  /** The same that the server checks with. */
  schema: Parameters<typeof schemaResolver>[0]
  send(values: Values): Promise<Result>
  onDone?(result: Result, values: Values): void
  onRefused?(error: Error): void
}

/** A form with one thing to send: checks it, sends it, says what is wrong, and keeps what was typed. */
export function useTaskForm<Values extends TextValues, Result>({
  initialValues,
  schema,
  send,
  onDone,
  onRefused,
}: TaskFormOptions<Values, Result>) {
  const form = useForm<Values>({
    mode: 'uncontrolled',
    initialValues: initialValues,
    validate: schemaResolver(schema, { sync: true }),
  })
  const task = useMutation({
    mutationFn: send,
    onSuccess: onDone,
    onError: (error) => {
      if (error instanceof AppError && error.fields) form.setErrors(error.fields)
      onRefused?.(error)
    },
  })
  const check = form.onSubmit(
    (values) => task.mutate(values),
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
  )

  return {
    task,
    focus: (name: keyof Values & string) => form.getInputNode(name)?.focus(),
    field: (name: keyof Values & string) => ({ name, ...form.getInputProps(name) }),
    onSubmit(event: FormEvent<HTMLFormElement>) {
      adopt(new FormData(event.currentTarget))
      task.reset()
      check(event)
    },
  }

  /** Browsers fill in passwords, and people type, before the page is awake: what stands in the fields counts. */
  function adopt(typed: FormData) {
    for (const name of Object.keys(initialValues)) {
      const value = typed.get(name)
      if (typeof value === 'string') form.setFieldValue(name, value as never, { forceUpdate: false })
    }
  }
}

/** Puts the cursor into a page's first field, unless that would open a phone's keyboard or somebody is already typing. */
export function useFocusFirstField() {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body && window.matchMedia('(pointer: fine)').matches) field.current?.focus()
  }, [])
  return field
}
