// The one layout of all mails: blocks of content in, the HTML part and an equally complete text part out. Tables and inline
// styles, because mail clients drop much of the rest; right to left in Persian.
import { escapeHtml } from '../text/html.ts'
import { directionOf } from '../text/text-direction.ts'
import type { MailLanguage } from './mail-kinds.ts'

export type Block =
  | { kind: 'text'; text: string }
  /** Smaller, for what must be said at the end. */
  | { kind: 'note'; text: string }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'link'; label: string; url: string }
  /** Values with Latin text and digits, such as addresses, are marked `isLatin`. */
  | { kind: 'facts'; rows: { label: string; value: string; isLatin?: boolean }[] }
  /** Text of somebody else, in any language. */
  | { kind: 'quote'; text: string }

export type Content = { language: MailLanguage; heading: string; blocks: Block[]; footer: string }

export type Brand = { name: string /** `#rrggbb`. */; color: string }

const FONTS = {
  fa: "Vazirmatn,Vazir,'Segoe UI',Tahoma,Arial,sans-serif",
  en: "system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif",
}
const INK = '#1b1f23'
const QUIET = '#5a636c'
const LINE = '#e1e4e8'

/** The text part of a mail. */
export const toText = ({ heading, blocks, footer }: Content, { name }: Brand): string =>
  [name, heading, ...blocks.map(blockText), `--\n${footer}`].join('\n\n').replace(/\r\n?/g, '\n').concat('\n')

function blockText(block: Block): string {
  switch (block.kind) {
    case 'text':
    case 'note':
      return block.text
    case 'button':
    case 'link':
      return `${block.label}:\n${block.url}`
    case 'facts':
      return block.rows.map(({ label, value }) => `${label}: ${value}`).join('\n')
    case 'quote':
      return block.text.replace(/\r\n?/g, '\n').replace(/^/gm, '> ')
  }
}

/** The HTML part of a mail: a whole document without images, scripts or anything else to load. */
export function toHtml({ language, heading, blocks, footer }: Content, brand: Brand): string {
  const dir = directionOf(language)
  const align = dir === 'rtl' ? 'right' : 'left'
  const base = `font-family:${FONTS[language]};font-size:16px;line-height:${language === 'fa' ? 1.9 : 1.6}`
  const name = escapeHtml(brand.name)
  return `<!doctype html>
<html lang="${language}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(heading)}</title>
<style>
@media (prefers-color-scheme: dark) {
  .ground { background: #14171a !important; }
  .card { background: #1c2024 !important; border-left-color: #2d3339 !important; border-right-color: #2d3339 !important; border-bottom-color: #2d3339 !important; }
  .ink, .ink a { color: #e6e8ea !important; }
  .quiet, .quiet a { color: #a2abb3 !important; }
  .quote { background: #14171a !important; border-color: #2d3339 !important; }
}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#f5f6f7">
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" dir="${dir}" lang="${language}" style="background:#f5f6f7"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background:#ffffff;border:1px solid ${LINE};border-top:4px solid ${brand.color};border-radius:8px">
<tr><td class="quiet" align="${align}" style="${base};font-size:14px;color:${QUIET};padding:22px 28px 0">${name}</td></tr>
<tr><td class="ink" align="${align}" style="${base};color:${INK};padding:4px 28px 26px">
<h1 style="margin:0 0 14px;font-size:21px;line-height:1.5">${escapeHtml(heading)}</h1>
${blocks.map((block) => blockHtml(block, brand, align!)).join('\n')}
</td></tr>
</table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px"><tr><td class="quiet" align="center" style="${base};font-size:13px;color:${QUIET};padding:16px 28px">${escapeHtml(footer)}</td></tr></table>
</td></tr></table>
</body>
</html>
`
}

function blockHtml(block: Block, { color }: Brand, align: string): string {
  switch (block.kind) {
    case 'text':
      return `<p style="margin:0 0 14px">${lines(block.text)}</p>`
    case 'note':
      return `<p class="quiet" style="margin:14px 0 0;font-size:14px;color:${QUIET}">${lines(block.text)}</p>`
    case 'link':
      return `<p class="quiet" style="margin:14px 0 0;font-size:14px;color:${QUIET}"><a href="${escapeHtml(block.url)}" style="color:${QUIET}">${escapeHtml(block.label)}</a></p>`
    case 'button':
      // The address again as text, for clients that show no links.
      return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:20px 0 10px"><tr><td align="center" bgcolor="${color}" style="border-radius:6px;background:${color}"><a href="${escapeHtml(block.url)}" style="display:inline-block;padding:11px 26px;color:${textOn(color)};font-weight:600;text-decoration:none">${escapeHtml(block.label)}</a></td></tr></table>
<p class="quiet" dir="ltr" align="${align}" style="margin:0;font-size:12px;line-height:1.5;color:${QUIET};word-break:break-all"><a href="${escapeHtml(block.url)}" style="color:${QUIET};text-decoration:none">${escapeHtml(block.url)}</a></p>`
    case 'facts':
      return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 12px">${block.rows
        .map(
          ({ label, value, isLatin }) =>
            `<tr><td class="quiet" valign="top" align="${align}" style="padding:2px 0;color:${QUIET};white-space:nowrap">${escapeHtml(label)}</td><td width="16"></td><td class="ink" align="${align}" style="padding:2px 0;color:${INK};word-break:break-word">${isLatin ? `<span dir="ltr">${escapeHtml(value)}</span>` : `<bdi>${escapeHtml(value)}</bdi>`}</td></tr>`,
        )
        .join('')}</table>`
    case 'quote':
      return `<div class="quote ink" dir="auto" style="margin:0 0 16px;padding:12px 16px;background:#f5f6f7;border:1px solid ${LINE};border-radius:6px;color:${INK};text-align:start;word-break:break-word">${lines(block.text)}</div>`
  }
}

const lines = (text: string) => escapeHtml(text).replace(/\r\n?|\n/g, '<br>')

/** Black or white, whichever is easier to read on this colour (WCAG contrast). */
export function textOn(color: string): '#ffffff' | '#111111' {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  const luminance = 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.0555 ? '#ffffff' : '#111111'
}
