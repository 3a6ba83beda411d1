import { html } from '#platform/development/html.ts'

export type Values = Record<string, string>
export type Errors = Record<string, string>

interface Field {
  name: string
  label: string
  type?: string
  inputmode?: string
  autocomplete?: string
  placeholder?: string
  readonly?: boolean
}

/** A label, an input and, below it, what is wrong with it; a screen reader hears all three. */
export function field(wanted: Field, values: Values, errors: Errors) {
  const { name, label, type = 'text', inputmode = 'text', autocomplete = 'off', placeholder = '', readonly } = wanted
  const error = errors[name]
  const state = error ? html` aria-invalid="true" aria-describedby="${name}-error"` : undefined
  // The first field that is wrong is the one to go on with.
  const focus = Object.keys(errors)[0] === name ? html` autofocus` : undefined
  return html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" inputmode="${inputmode}" autocomplete="${autocomplete}" placeholder="${placeholder}" value="${values[name] ?? ''}" required${readonly ? html` readonly` : undefined}${state}${focus}>
${error ? html`<p class="wrong" id="${name}-error">${error}</p>` : undefined}
</div>`
}

export const alert = (message: string | undefined) =>
  message ? html`<p class="alert" role="alert">${message}</p>` : undefined
