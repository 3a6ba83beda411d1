import type { UseFormReturnType } from '@mantine/form'
import { AppError } from '#platform/errors.ts'
import { reportError } from '#platform/reporting/reportError.ts'

/** Puts what the server refused beside its field, and anything else into a toast. What was typed stays. */
export function showServerErrors<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  error: unknown,
) {
  const named = error instanceof AppError ? Object.entries(error.fields ?? {}) : []
  const inline = named.filter(([field]) => field in form.getValues())
  form.setErrors(Object.fromEntries(inline))
  const [first] = inline
  if (first) form.getInputNode(first[0])?.focus()
  else reportError(error)
}

/** For a form's own refusal before anything is sent. */
export const focusFirstError =
  <Values extends Record<string, unknown>>(form: UseFormReturnType<Values>) =>
  (errors: Record<string, unknown>) => {
    const [first] = Object.keys(errors)
    if (first) form.getInputNode(first)?.focus()
  }
