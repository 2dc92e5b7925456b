// A section of a page over its whole width, with a heading and an optional link.
import { type Html, html } from '../view/html.ts'
import type { Action } from '../view/site-view.ts'

type Band = {
  title: string
  id?: string
  /** Whether the ground is tinted. */
  isSoft?: boolean | undefined
  more?: Action | null | false
}

export const band = ({ title, id, isSoft, more }: Band, content: Html): Html =>
  html`<section class="${isSoft ? 'band soft' : 'band'}"${id && html` id="${id}"`}><div class="wrap">
<div class="band-head"><h2>${title}</h2>${more && html`<a href="${more.url}">${more.label}</a>`}</div>
${content}</div></section>`
