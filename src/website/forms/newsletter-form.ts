import { formLabelsFor } from '../labels/form-labels.ts'
import { type Html, html } from '../view/html.ts'
import { confirmation, emailField, type FormView, formField, formNotice, hiddenFields } from './form-field.ts'

/** The newsletter form, for the footer: `POST /api/newsletter` redirects to the contact page, which shows the result. */
export function newsletterForm(view: FormView): Html {
  const labels = formLabelsFor(view.language.tag)
  if (view.isDone) return confirmation('newsletter', labels.subscribed)
  return html`<form class="form newsletter-form" id="newsletter-form" action="/api/newsletter" method="post">
${formNotice(view, labels)}${formField('newsletter', emailField(labels), view, labels)}
${hiddenFields('newsletter', view, labels)}
<button type="submit">${labels.subscribe}</button></form>`
}
