// The report of an import as a page for people who do not read terminals: what came, what changed, what was lost, and each
// old address beside the new one.

import { escapeHtml } from '../../../text/html.ts'
import { withoutTrailingSlashes } from '../../../text/trim-end.ts'
import type { ImportNote } from '../convert/import-notes.ts'
import type { SiteRecords } from '../converted-site.ts'
import { countRows, groupReasons, type Reasoned, type Result } from './import-summary.ts'

type Report = {
  results: readonly Result[]
  records: Pick<SiteRecords, 'changed' | 'deadLinks' | 'moved'>
  /** The address of the service. */
  url: string
  /** The file or the address that was imported. */
  source: string
  isRehearsal: boolean
  now: Date
}

export function toReport({ results, records, url, source, isRehearsal, now }: Report): string {
  const withOutcome = (outcome: Result['outcome']) => results.filter((result) => result.outcome === outcome)
  const present = new Set(
    [...withOutcome('created'), ...withOutcome('already there')].map(({ kind, name }) => `${kind}\0${name}`),
  )
  const isPresent = ({ kind, name }: { kind: string; name: string }) => present.has(`${kind}\0${name}`)
  const moved = records.moved.filter(({ place }) => isPresent(place))
  const title = isRehearsal ? 'Rehearsal of the import' : 'Import of a WordPress site'
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${escapeHtml(source)} → <a href="${escapeHtml(url)}">${escapeHtml(url)}</a>, ${now.toISOString().slice(0, 16).replace('T', ' ')} UTC.${
    isRehearsal ? ' Nothing was written.' : ''
  }</p>
${counts(results)}
${notes('Failed', withOutcome('failed'))}
${notes('What changed', records.changed.filter(isPresent))}
${notes('What was left out', withOutcome('skipped'))}
${deadLinks(records.deadLinks)}
${addresses(moved, url)}
</main>
</body>
</html>
`
}

function counts(results: readonly Result[]) {
  const [head = [], ...rows] = countRows(results)
  const cells = (row: readonly string[], tag: 'th' | 'td') =>
    row
      .map((cell, index) =>
        index === 0 ? `<th scope="row">${escapeHtml(cell)}</th>` : `<${tag}>${escapeHtml(cell)}</${tag}>`,
      )
      .join('')
  return `<section><h2>What came</h2>
<div class="scroll"><table class="counts"><thead><tr>${head.map((cell) => `<th scope="col">${escapeHtml(cell)}</th>`).join('')}</tr></thead>
<tbody>${rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n')}</tbody></table></div></section>`
}

function notes(heading: string, list: readonly Reasoned[]) {
  if (list.length === 0) return ''
  const items = groupReasons(list).map(({ kind, reason, count, names }) => {
    const summary = `<strong>${escapeHtml(kind)}</strong> (${count}): ${escapeHtml(reason ?? '')}`
    return names.length === 0
      ? `<li>${summary}</li>`
      : `<li><details><summary>${summary}</summary><ul>${names.map((name) => `<li dir="auto">${escapeHtml(name)}</li>`).join('')}</ul></details></li>`
  })
  return `<section><h2>${heading}</h2>\n<ul class="notes">${items.join('\n')}</ul></section>`
}

function deadLinks(list: readonly ImportNote[]) {
  if (list.length === 0) return ''
  const rows = list.map(
    ({ name, reason }) =>
      `<tr><td dir="auto">${escapeHtml(name)}</td><td dir="ltr">${escapeHtml(reason)}</td></tr>`,
  )
  return table('Links that lead nowhere', ['In', 'Link to the old site'], rows)
}

function addresses(moved: SiteRecords['moved'], url: string) {
  if (moved.length === 0) return ''
  const base = withoutTrailingSlashes(url)
  const link = (href: string) =>
    `<a dir="ltr" href="${escapeHtml(/^https?:/i.test(href) ? href : '')}">${escapeHtml(pathOf(href))}</a>`
  const rows = moved.map(
    ({ from, place }) =>
      `<tr><td dir="auto">${escapeHtml(place.name)}</td><td>${link(from)}</td><td>${link(base + place.to)}</td></tr>`,
  )
  return table('Old and new addresses', ['Title', 'Old', 'New'], rows)
}

const table = (heading: string, columns: readonly string[], rows: readonly string[]) =>
  `<section><h2>${heading} (${rows.length})</h2>
<div class="scroll"><table><thead><tr>${columns.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div></section>`

/** The part after the host: whole addresses leave no room for the two columns on a phone. */
function pathOf(href: string) {
  const path = href.replace(/^https?:\/\/[^/]*(?=\/)/i, '')
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 72rem; margin: 0 auto; padding: 1.5rem; }
h1 { line-height: 1.2; }
section { margin-top: 2rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: .35rem .75rem; border-bottom: 1px solid color-mix(in srgb, currentcolor 20%, transparent); text-align: start; vertical-align: top; overflow-wrap: anywhere; }
.counts th, .counts td { overflow-wrap: normal; white-space: nowrap; }
.counts td, .counts th + th { text-align: end; }
.notes { padding: 0; list-style: none; }
.notes li { margin-block: .35rem; }
.notes ul { margin: 0; padding-inline-start: 2rem; }
summary { cursor: pointer; }
@media (max-width: 40rem) {
  main { padding: 1rem; }
  th, td { padding-inline: .35rem; }
  .counts { font-size: .8rem; }
}
`
