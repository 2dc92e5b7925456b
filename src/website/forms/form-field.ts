// The common parts of the built-in website's forms. They work without JavaScript: the browser posts them, and the service
// redirects back with the result.
import type { FormLabels } from '../labels/form-labels.ts'
import { type Html, html, raw } from '../view/html.ts'
import type { Language } from '../view/language.ts'

/**
 * A form as it is shown: `values` and `errors` (sentences for the visitor) by field name, the error of the whole form at
 * ''. `isDone`: the submission was accepted, and the confirmation replaces the form.
 */
export type FormView = {
  language: Language
  values?: Readonly<Record<string, string>>
  errors?: Readonly<Record<string, string>>
  isDone?: boolean
}

type Field = {
  name: string
  label: string
  /** `input` with this type, or a textarea. */
  type: 'text' | 'email' | 'tel' | 'textarea'
  maxLength: number
  required: boolean
  autocomplete: string
}

export const emailField = (labels: FormLabels): Field => ({
  name: 'email',
  type: 'email',
  label: labels.email,
  maxLength: 254,
  required: true,
  autocomplete: 'email',
})

/** `form` prefixes the ids. The first field with an error gets the focus. */
export function formField(form: string, field: Field, view: FormView, labels: FormLabels): Html {
  const { name, type, required } = field
  const [value, error] = [view.values?.[name] ?? '', view.errors?.[name]]
  const id = `${form}-${name}`
  const isFirstError = error !== undefined && Object.keys(view.errors ?? {}).find((key) => key) === name
  const attributes = html` id="${id}" name="${name}" maxlength="${field.maxLength}" autocomplete="${field.autocomplete}" dir="${type === 'email' || type === 'tel' ? 'ltr' : 'auto'}"${required && raw(' required')}${
    error && html` aria-invalid="true" aria-describedby="${id}-error"`
  }${isFirstError && raw(' autofocus')}`
  return html`<div class="field"><label for="${id}">${field.label}${
    !required && html` <span class="optional">(${labels.optional})</span>`
  }</label>
${
  type === 'textarea'
    ? // HTML drops the first line break of a textarea.
      html`<textarea rows="6"${attributes}>${raw('\n')}${value}</textarea>`
    : html`<input type="${type}" value="${value}"${attributes}>`
}${error && html`\n<p class="field-error" id="${id}-error">${error}</p>`}</div>`
}

/** The language of the visitor and the honeypot, which people neither see nor reach. */
export const hiddenFields = (form: string, { language }: FormView, labels: FormLabels): Html =>
  html`<input type="hidden" name="locale" value="${language.tag}">
<div class="honeypot" hidden><label for="${form}-website">${labels.leaveEmpty}</label><input id="${form}-website" name="website" tabindex="-1" autocomplete="off"></div>`

/** The problem of the submission as a whole; nothing without errors. */
export function formNotice({ errors = {} }: FormView, labels: FormLabels) {
  if (Object.keys(errors).length === 0) return null
  return html`<p class="notice error" role="alert">${errors[''] ?? labels.correct}</p>\n`
}

export const confirmation = (form: string, text: string): Html =>
  html`<p class="notice success" id="${form}-form" role="status">${text}</p>`
