// Resources and their fields as data, for user interfaces that know no resource by name (`GET /api/admin/schema`).

import { getTableColumns } from 'drizzle-orm'
import { z } from 'zod'
import type { Actor } from '../accounts/actor.ts'
import { type ContentAction, roleAllows } from '../accounts/permissions.ts'
import { fieldInAll, type LanguageKey, parseField } from '../text/content-language.ts'
import { PUBLISH_FIELDS, READ_ONLY_FIELDS } from '../text/record-fields.ts'
import { canDuplicate } from './definition/can-duplicate.ts'
import type { Resource } from './definition/define-resource.ts'
import { formatOf, kindOf } from './definition/field-types.ts'
import { choiceLabels, fieldHelp, fieldLabels, groups, type Label } from './definition/labels.ts'
import { resources } from './resources/resource-registry.ts'

export const FIELD_KINDS = [
  'line',
  'text',
  'rich',
  'slug',
  'path',
  'link',
  'image',
  'email',
  'color',
  'icon',
  'tags',
  'boolean',
  'integer',
  'decimal',
  'instant',
  'choice',
  'reference',
  'list',
] as const

type Translated = { fa: string; en: string }

export type FieldDescription = {
  name: string
  kind: string
  label: Translated
  help: Translated | null
  /** The field with the same content in the other language. */
  twin: string | null
  /** Null stands for all languages; fields of a language have a twin if they can be written. */
  language: LanguageKey | null
  required: boolean
  /** Null is accepted and clears the field. */
  nullable: boolean
  /** The value that a new record gets without one; null where that depends on other fields, or is nothing. */
  default: string | number | boolean | null
  read_only: boolean
  /** Whether admin lists can be sorted by it; see `listParameters` in list-query.ts. */
  sortable: boolean
  /** Whether admin lists can be filtered by it. */
  filterable: boolean
  /** Length of texts and lists, or the value of numbers. */
  min: number | null
  max: number | null
  choices: { value: string | number; label: Translated }[] | null
  /** Resource that a reference points to; `users` for accounts. */
  reference: string | null
  /** Fields of the entries of a list. */
  fields: FieldDescription[] | null
}

const ACTION_NAMES: [ContentAction, string][] = [
  ['list', 'list'],
  ['read', 'read'],
  ['create', 'create'],
  ['update', 'update'],
  ['publish', 'publish'],
  ['reorder', 'reorder'],
  ['revise', 'revise'],
  ['remove', 'delete'],
]

const MEDIA_ACTIONS: readonly ContentAction[] = ['list', 'read', 'create', 'update', 'remove']

/** The schema as the actor's role sees it: creators see only the resources that they may read. */
export function describeSchema(actor: Actor, languages: readonly string[]) {
  return {
    languages,
    groups: Object.entries(groups).map(([name, label]) => ({ name, label: translated(label) })),
    resources: resources
      .filter(({ name }) => roleAllows(actor, 'list', name))
      .map((resource) => describeResource(actor, resource)),
    media: {
      actions: ACTION_NAMES.filter(
        ([action]) => MEDIA_ACTIONS.includes(action) && roleAllows(actor, action, 'media'),
      ).map(([, name]) => name),
    },
  }
}

function describeResource(actor: Actor, resource: Resource) {
  const { labels } = resource
  return {
    name: resource.name,
    member: resource.member,
    group: resource.group,
    label: translated(labels.one),
    label_plural: translated(labels.many),
    help: labels.help ? translated(labels.help) : null,
    shown_at: labels.shownAt ?? null,
    ordered: resource.ordered,
    singleton: resource.singleton,
    publishable: resource.publishable,
    key: resource.key,
    page_path: resource.pagePrefix,
    list_columns: resource.listColumns,
    actions: [
      ...ACTION_NAMES.filter(
        ([action]) => applies(resource, action) && roleAllows(actor, action, resource.name),
      ).map(([, name]) => name),
      ...(canDuplicate(resource) && roleAllows(actor, 'create', resource.name) ? ['duplicate'] : []),
    ],
    fields: describeFields(actor, resource),
  }
}

function applies({ singleton, publishable, ordered }: Resource, action: ContentAction) {
  if (action === 'publish') return publishable
  if (action === 'reorder') return ordered
  return !(singleton && (action === 'create' || action === 'remove'))
}

const described = new Map<Resource, FieldDescription[]>()

/** The fields of a resource as an admin sees them. */
export const fieldsOf = (resource: Resource): FieldDescription[] =>
  described.getOrInsertComputed(resource, () => describeFields({ kind: 'system', name: 'schema' }, resource))

function describeFields(actor: Actor, resource: Resource): FieldDescription[] {
  const { shape } = resource.input
  const readOnly: Record<string, string> = {
    ...Object.fromEntries(
      READ_ONLY_FIELDS.map((name) => [name, name.endsWith('_at') ? 'instant' : 'integer']),
    ),
    ...Object.fromEntries(Object.keys(resource.derived).map((name) => [name, 'line'])),
  }
  const labelOf = (name: string): Label => {
    const base = parseField(name).primary
    return resource.labels.fields?.[base] ?? fieldLabels[base] ?? [base, base]
  }
  return [
    ...Object.entries(shape).map(([name, field]) => ({
      ...describeField(name, field as z.ZodType, labelOf(name)),
      default: defaultOf(resource, name),
      ...twinOf(name, shape),
      read_only: !roleAllows(actor, actionThatSets(name, resource), resource.name),
    })),
    ...Object.entries(readOnly).map(([name, kind]) => ({
      ...describeField(name, z.string(), labelOf(name)),
      kind,
      language: furtherLanguageOf(name),
      read_only: true,
    })),
  ].map((field) => ({ ...field, ...listed(field, resource) }))
}

const UNSORTABLE = ['rich', 'list', 'tags']

const listed = ({ name, kind }: FieldDescription, { derived }: Resource) => ({
  sortable: !(name in derived) && !UNSORTABLE.includes(kind),
  filterable: !(name in derived),
})

function actionThatSets(name: string, { publishable }: Resource): ContentAction {
  if (name === 'position') return 'reorder'
  return publishable && PUBLISH_FIELDS.includes(name) ? 'publish' : 'update'
}

/** Null for a field that readers of all languages see. */
function furtherLanguageOf(name: string): LanguageKey | null {
  const { key } = parseField(name)
  return key === 'primary' ? null : key
}

function twinOf(name: string, shape: z.ZodRawShape): Pick<FieldDescription, 'twin' | 'language'> {
  const { primary, key } = parseField(name)
  const twin = fieldInAll(primary).find((other) => other !== name && other in shape)
  return twin && primary in shape ? { twin, language: key } : { twin: null, language: null }
}

function describeField(name: string, field: z.ZodType, label: Label): FieldDescription {
  const type = unwrapped(field)
  const format = formatOf(type)
  const kind = kindOf(type) ?? format?.format ?? kindByType(type)
  const base = parseField(name).primary
  return {
    name,
    kind,
    label: translated(label),
    help: fieldHelp[base] ? translated(fieldHelp[base]) : null,
    twin: null,
    language: null,
    required: !field.safeParse(undefined).success,
    nullable: field.safeParse(null).success,
    default: null,
    read_only: false,
    sortable: false,
    filterable: false,
    ...boundsOf(type),
    choices: kind === 'choice' ? choicesOf(type).map(describeChoice) : null,
    reference: format?.format === 'reference' ? format.target : null,
    fields: kind === 'list' ? describeEntries(type as z.ZodArray<z.ZodObject>) : null,
  }
}

function defaultOf({ table }: Resource, name: string): FieldDescription['default'] {
  const value = getTableColumns(table)[name]?.default
  return ['string', 'number', 'boolean'].includes(typeof value) ? (value as string | number | boolean) : null
}

const describeEntries = ({ element }: z.ZodArray<z.ZodObject>) =>
  Object.entries(element.shape).map(([name, field]) =>
    describeField(name, field as z.ZodType, fieldLabels[name] ?? [name, name]),
  )

function unwrapped(field: z.ZodType): z.ZodType {
  const isWrapper = field instanceof z.ZodOptional || field instanceof z.ZodNullable
  return isWrapper ? unwrapped(field.unwrap() as z.ZodType) : field
}

function kindByType(type: z.ZodType): string {
  if (type instanceof z.ZodBoolean) return 'boolean'
  if (type instanceof z.ZodNumber) return type.format === 'safeint' ? 'integer' : 'decimal'
  if (type instanceof z.ZodEnum || type instanceof z.ZodUnion) return 'choice'
  return type instanceof z.ZodArray ? 'list' : 'text'
}

function choicesOf(type: z.ZodType): (string | number)[] {
  if (type instanceof z.ZodEnum) return type.options
  return (type as z.ZodUnion<z.ZodLiteral<number>[]>).options.map(({ value }) => value)
}

const describeChoice = (value: string | number) => ({
  value,
  label: translated(choiceLabels[value] ?? [String(value), String(value)]),
})

function boundsOf(type: z.ZodType): Pick<FieldDescription, 'min' | 'max'> {
  const json = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' })
  return {
    min: json.minLength ?? json.minItems ?? json.minimum ?? null,
    max: json.maxLength ?? json.maxItems ?? json.maximum ?? null,
  }
}

const translated = ([fa, en]: Label): Translated => ({ fa, en })
