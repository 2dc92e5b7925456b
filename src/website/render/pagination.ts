// The numbered links below a list.
import { type Html, html } from '../view/html.ts'
import type { Site } from '../view/site-view.ts'

export const PER_PAGE = 12

export const countPages = (entryCount: number) => Math.max(1, Math.ceil(entryCount / PER_PAGE))

/** The page that `?page=` names, the first one without it; null for what is no number of a page. */
export function pageNumberOf(text = '1'): number | null {
  const number = /^[1-9]\d{0,5}$/.exec(text)
  return number && Number(number[0])
}

type Options = { page: number; pageCount: number; pathOf: (page: number) => string }

/** Links to the first, previous, next and last page, and the pages around this one. */
export function pagination({ language }: Site, { page, pageCount, pathOf }: Options): Html {
  const { labels } = language
  const format = new Intl.NumberFormat(language.tag)
  const link = (target: number, text: string, rel: string | null) =>
    html`<li><a href="${pathOf(target)}"${rel && html` rel="${rel}"`}>${text}</a></li>`
  const numbers = [...new Set([1, page - 1, page, page + 1, pageCount])].filter(
    (number) => number >= 1 && number <= pageCount,
  )
  return html`<nav class="pagination" aria-label="${labels.pages}"><ul>${page > 1 && link(page - 1, labels.previous, 'prev')}${numbers.map(
    (number, index) =>
      html`${index > 0 && number - numbers[index - 1]! > 1 && html`<li aria-hidden="true">…</li>`}${
        number === page
          ? html`<li><span aria-current="page">${format.format(number)}</span></li>`
          : link(number, format.format(number), null)
      }`,
  )}${page < pageCount && link(page + 1, labels.next, 'next')}</ul></nav>`
}
