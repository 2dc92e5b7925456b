// The points to settle before a record is published. Nothing here prevents publishing.
import type { FieldDescription, ResourceDescription } from '../../../client/index.ts'
import { isCopiedText } from '../../../text/copied-text.ts'
import { parseDocument } from '../../../text/seo-analysis/parse-document.ts'

export const GOOD_SCORE = 80

type Values = Record<string, unknown>

/** `waiting`: not known yet. `unknown`: could not be found out. */
type State = 'done' | 'open' | 'waiting' | 'unknown'

export type ChecklistPoint =
  | { name: 'description'; state: State; fields: string[] }
  | { name: 'alt_texts'; state: State; fields: string[]; count: number }
  | { name: 'left_out'; state: State; fields: string[]; count: number }
  | { name: 'english'; state: State; fields: string[] }
  | { name: 'copied'; state: State; fields: string[] }
  | { name: 'seo'; state: State; fields: string[]; score: number | null }
  | { name: 'links'; state: State; fields: string[]; links: string[] }

export type Findings = {
  /** The score in the primary language, from 0 to 100; null until it is known, undefined for records without one. */
  seoScore: number | null | undefined
  /** Links that lead nowhere; null until they are known, undefined for users who may not ask. */
  brokenLinks: readonly string[] | null | undefined
  hasLinkError: boolean
}

/**
 * The points that there is something to judge for: none about the texts of pictures where there are no pictures. `fields` are
 * those to change, the first one first.
 */
export function buildChecklist(
  resource: ResourceDescription,
  values: Values,
  findings: Findings,
): ChecklistPoint[] {
  const { fields } = resource
  return [
    ...descriptionPoint(fields, values),
    ...altTextsPoint(fields, values),
    ...leftOutPoint(fields, values),
    ...englishPoint(fields, values),
    ...seoPoint(fields, findings),
    ...linksPoint(resource, values, findings),
  ]
}

export const openPoints = (points: readonly ChecklistPoint[]) =>
  points.filter(({ state }) => state === 'open')

/** Links of the rich texts that may belong to this website, each once. */
export function linksOf({ fields }: ResourceDescription, values: Values): string[] {
  const links = fields
    .filter(({ kind }) => kind === 'rich')
    .flatMap((field) => parseDocument(textOf(values[field.name])).links.map(({ href }) => href))
  return [...new Set(links)].filter((href) => /^(?:\/(?!\/)|https?:)/i.test(href)).sort()
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

function isBlank({ kind }: FieldDescription, value: unknown): boolean {
  if (value === null || value === undefined) return true
  if (Array.isArray(value)) return value.length === 0
  if (kind !== 'rich') return textOf(value).trim() === '' && typeof value !== 'number'
  const { blocks, images } = parseDocument(textOf(value))
  return images.length === 0 && blocks.every(({ text }) => text.trim() === '')
}

const stateOf = (isDone: boolean): State => (isDone ? 'done' : 'open')

/** Search engines are given the summary if there is no description. */
function descriptionPoint(fields: readonly FieldDescription[], values: Values): ChecklistPoint[] {
  const own = fields.find(({ name }) => name === 'seo_description')
  if (!own) return []
  const summary = fields.find(({ name }) => name === 'excerpt' || name === 'summary')
  const isDone = [own, summary].some((field) => field && !isBlank(field, values[field.name]))
  return [{ name: 'description', state: stateOf(isDone), fields: isDone ? [] : [own.name] }]
}

function altTextsPoint(fields: readonly FieldDescription[], values: Values): ChecklistPoint[] {
  const named = new Map(fields.map((field) => [field.name, field]))
  const isEnglish = hasEnglishText(fields, values)
  /** For each picture, the fields that lack its text. */
  const pictures = fields.flatMap((field): string[][] => {
    const value = values[field.name]
    if (field.kind === 'image') {
      const alt = named.get(`${field.name}_alt`)
      if (!alt || isBlank(field, value)) return []
      const english = isEnglish && alt.twin ? named.get(alt.twin) : undefined
      return [[alt, english].flatMap((text) => (text && isBlank(text, values[text.name]) ? [text.name] : []))]
    }
    if (field.kind !== 'rich') return []
    const source = field.language === 'en' ? textOf(values[field.twin!]) : ''
    const others = new Set(source && parseDocument(source).images.map(({ alt }) => alt))
    return parseDocument(textOf(value)).images.map(({ alt }) =>
      alt.trim() === '' || (others.has(alt) && isCopiedText(alt, alt)) ? [field.name] : [],
    )
  })
  if (pictures.length === 0) return []
  const missing = pictures.flat()
  return [
    {
      name: 'alt_texts',
      state: stateOf(missing.length === 0),
      fields: [...new Set(missing)],
      count: missing.length,
    },
  ]
}

/** Pictures of other sites that visitors do not see. */
function leftOutPoint(fields: readonly FieldDescription[], values: Values): ChecklistPoint[] {
  const found = fields
    .filter(({ kind }) => kind === 'rich')
    .map(({ name }) => ({ name, count: parseDocument(textOf(values[name])).leftOut }))
    .filter(({ count }) => count > 0)
  if (found.length === 0) return []
  const count = found.reduce((sum, text) => sum + text.count, 0)
  return [{ name: 'left_out', state: 'open', fields: found.map(({ name }) => name), count }]
}

/** Whether the record has a page in English: readers find texts in it. */
const hasEnglishText = (fields: readonly FieldDescription[], values: Values) =>
  fields.some(
    (field) =>
      field.language === 'en' &&
      (field.kind === 'rich' || fields.some(({ name, required }) => name === field.twin && required)) &&
      !isBlank(field, values[field.name]),
  )

function englishPoint(fields: readonly FieldDescription[], values: Values): ChecklistPoint[] {
  const pairs = fields.flatMap((field) => {
    const english = field.language === 'primary' && fields.find(({ name }) => name === field.twin)
    const isWritten = english && !english.read_only && !isBlank(field, values[field.name])
    return isWritten ? [{ field, english }] : []
  })
  if (pairs.length === 0) return []
  const missing = pairs
    .filter(({ english }) => isBlank(english, values[english.name]))
    .map(({ english }) => english.name)
  const copied = pairs
    .filter(({ field, english }) => isCopiedText(written(values[field.name]), written(values[english.name])))
    .map(({ english }) => english.name)
  return [
    { name: 'english', state: stateOf(missing.length === 0), fields: missing },
    ...(copied.length > 0 ? [{ name: 'copied', state: 'open', fields: copied } as const] : []),
  ]
}

/** A value to compare with that of another language; empty for none. */
const written = (value: unknown) =>
  typeof value === 'string' ? value : Array.isArray(value) && value.length > 0 ? JSON.stringify(value) : ''

function seoPoint(fields: readonly FieldDescription[], { seoScore }: Findings): ChecklistPoint[] {
  const field = fields.find(({ name }) => name === 'seo_keyphrase' || name === 'seo_title')
  if (!field || seoScore === undefined) return []
  const state = seoScore === null ? 'waiting' : stateOf(seoScore >= GOOD_SCORE)
  return [{ name: 'seo', state, fields: [field.name], score: seoScore }]
}

function linksPoint(
  resource: ResourceDescription,
  values: Values,
  { brokenLinks, hasLinkError }: Findings,
): ChecklistPoint[] {
  if (brokenLinks === undefined || linksOf(resource, values).length === 0) return []
  const broken = new Set(brokenLinks)
  const holders = resource.fields
    .filter(({ kind }) => kind === 'rich')
    .map(({ name }) => ({
      name,
      links: parseDocument(textOf(values[name])).links.flatMap(({ href }) =>
        broken.has(href) ? [href] : [],
      ),
    }))
    .filter(({ links }) => links.length > 0)
  const state = hasLinkError ? 'unknown' : brokenLinks === null ? 'waiting' : stateOf(holders.length === 0)
  const links = [...new Set(holders.flatMap(({ links }) => links))]
  return [{ name: 'links', state, fields: holders.map(({ name }) => name), links }]
}
