import { formLabelsFor } from '../labels/form-labels.ts'
import { type Html, html } from '../view/html.ts'
import { confirmation, emailField, type FormView, formField, formNotice, hiddenFields } from './form-field.ts'

/** The contact form, for the contact page: `POST /api/contact` redirects back to it. */
export function contactForm(view: FormView): Html {
  const labels = formLabelsFor(view.language.tag)
  if (view.isDone) return confirmation('contact', labels.sent)
  const fields = [
    { name: 'name', type: 'text', label: labels.name, maxLength: 200, required: true, autocomplete: 'name' },
    emailField(labels),
    { name: 'phone', type: 'tel', label: labels.phone, maxLength: 50, required: false, autocomplete: 'tel' },
    {
      name: 'subject',
      type: 'text',
      label: labels.subject,
      maxLength: 200,
      required: false,
      autocomplete: 'off',
    },
    {
      name: 'message',
      type: 'textarea',
      label: labels.message,
      maxLength: 10_000,
      required: true,
      autocomplete: 'off',
    },
  ] as const
  return html`<form class="form contact-form" id="contact-form" action="/api/contact" method="post">
${formNotice(view, labels)}${fields.map((field) => html`${formField('contact', field, view, labels)}\n`)}${hiddenFields('contact', view, labels)}
<button type="submit">${labels.send}</button></form>`
}
