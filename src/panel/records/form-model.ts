// Record forms: built from the schema alone, with change tracking, conflicts and publishing. Every resource has the same
// form screen; only the schema tells them apart.

import type { FieldDescription, ResourceDescription } from '../../client/index.ts'
import { PUBLISH_FIELDS, READ_ONLY_FIELDS } from '../../text/record-fields.ts'

/** Fields that stand together in a form: one alone, one with its English twin, or an image with its descriptions. */
export type FormRow =
  | { type: 'single'; field: FieldDescription }
  | { type: 'pair'; primary: FieldDescription; english: FieldDescription }
  | { type: 'image'; image: FieldDescription; texts: FormRow[] }
  | { type: 'place'; latitude: FieldDescription; longitude: FieldDescription; link: FieldDescription | null }

export type SectionName = 'content' | 'details' | 'images' | 'search' | 'publishing' | 'settings'
export type FormSection = { name: SectionName; rows: FormRow[] }

export type FormModel = {
  resource: ResourceDescription
  /** Sections of the wide column, in order; none is empty. */
  main: FormSection[]
  /** Sections beside it. */
  side: FormSection[]
  /** The fields that the form edits, in the order of the form. */
  fields: FieldDescription[]
  /** Whether a field has an English twin. */
  isBilingual: boolean
}

/** Fields that no section has: the head of the form shows them, and `position` is changed in the list. */
const HIDDEN: readonly string[] = [...READ_ONLY_FIELDS, 'position']
const MAIN_ORDER: SectionName[] = ['content', 'details', 'images', 'search']
const SIDE_ORDER: SectionName[] = ['publishing', 'settings']

/** The form of a resource as the schema describes it for the signed-in role. */
export function buildFormModel(resource: ResourceDescription): FormModel {
  const fields = new Map(
    resource.fields.filter((field) => isShown(field)).map((field) => [field.name, field]),
  )
  const taken = new Set<string>()
  const sections = new Map<SectionName, FormRow[]>()
  for (const field of fields.values()) {
    if (taken.has(field.name)) continue
    const row = rowOf(field, fields)
    for (const { name } of fieldsOfRow(row)) taken.add(name)
    const section = sectionOf(row, resource)
    sections.set(section, [...(sections.get(section) ?? []), row])
  }
  const inOrder = (names: SectionName[]) =>
    names.flatMap((name) => (sections.has(name) ? [{ name, rows: sections.get(name)! }] : []))
  const main = inOrder(MAIN_ORDER)
  const side = inOrder(SIDE_ORDER)
  const ordered = [...main, ...side].flatMap(({ rows }) => rows.flatMap(fieldsOfRow))
  return { resource, main, side, fields: ordered, isBilingual: ordered.some(({ twin }) => twin !== null) }
}

/** The fields of a row, in the order of the Tab key. */
export function fieldsOfRow(row: FormRow): FieldDescription[] {
  switch (row.type) {
    case 'single':
      return [row.field]
    case 'pair':
      return [row.primary, row.english]
    case 'image':
      return [row.image, ...row.texts.flatMap(fieldsOfRow)]
    case 'place':
      return [row.latitude, row.longitude, ...(row.link ? [row.link] : [])]
  }
}

// A computed name stands beside the reference that it belongs to: `author` beside `author_id`.
function isShown({ name, read_only, kind }: FieldDescription) {
  return (
    !HIDDEN.includes(name) && !(read_only && kind === 'line') && !(read_only && PUBLISH_FIELDS.includes(name))
  )
}

function rowOf(field: FieldDescription, fields: Map<string, FieldDescription>): FormRow {
  if (field.kind === 'image') return imageRow(field, fields)
  if (field.name === 'map_url' && fields.has('latitude')) return placeRow(fields, field)
  if (field.name === 'latitude' && fields.has('longitude'))
    return placeRow(fields, fields.get('map_url') ?? null)
  return pairOrSingle(field, fields)
}

function pairOrSingle(field: FieldDescription, fields: Map<string, FieldDescription>): FormRow {
  const twin = field.twin ? fields.get(field.twin) : undefined
  if (!twin) return { type: 'single', field }
  return field.language === 'en'
    ? { type: 'pair', primary: twin, english: field }
    : { type: 'pair', primary: field, english: twin }
}

/** An image with the fields that describe it: `x_alt`, `x_title` and their twins. */
function imageRow(image: FieldDescription, fields: Map<string, FieldDescription>): FormRow {
  const texts = ['alt', 'title'].flatMap((suffix) => {
    const field = fields.get(`${image.name}_${suffix}`)
    return field ? [pairOrSingle(field, fields)] : []
  })
  return { type: 'image', image, texts }
}

function placeRow(fields: Map<string, FieldDescription>, link: FieldDescription | null): FormRow {
  return { type: 'place', latitude: fields.get('latitude')!, longitude: fields.get('longitude')!, link }
}

function sectionOf(row: FormRow, resource: ResourceDescription): SectionName {
  if (row.type === 'image') return 'images'
  if (row.type === 'place') return 'details'
  const field = row.type === 'pair' ? row.primary : row.field
  if (field.name.startsWith('seo_') || field.name === 'noindex') return 'search'
  if (PUBLISH_FIELDS.includes(field.name) && resource.publishable) return 'publishing'
  if (row.type === 'pair' || field.name === resource.key) return 'content'
  if (['boolean', 'choice', 'reference', 'tags', 'slug', 'color', 'instant'].includes(field.kind))
    return resource.list_columns[0] === field.name ? 'content' : 'settings'
  return 'details'
}
