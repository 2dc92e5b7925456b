import type { FormView } from '../forms/form-field.ts'
import type { Html } from '../view/html.ts'
import type { Language } from '../view/language.ts'
import type { Meta } from './meta-tags.ts'

/** The path of the same page in one of its languages. */
export type Alternate = { language: Language; path: string }

/** The metadata of a page that search engines do not list. */
export const hiddenMeta = (heading: string, graph: Meta['graph'] = []): PageContent['meta'] => ({
  title: null,
  heading,
  description: null,
  canonical: null,
  noindex: true,
  picture: null,
  article: null,
  graph,
})

/** The parts that each kind of page provides. */
export type PageContent = {
  meta: Omit<Meta, 'alternates'>
  /** Every language the page exists in, this one included; empty for the 404 page. */
  alternates: readonly Alternate[]
  /** The pages for languages that are not among `alternates`, for the language switch. */
  languageLinks: readonly Alternate[]
  /** The inner HTML of `<main>`. */
  content: Html
  /** The newsletter form that was sent; otherwise it is empty. */
  newsletter?: FormView
}
