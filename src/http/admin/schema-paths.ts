import { z } from 'zod'
import { FIELD_KINDS } from '../../content/describe-resource.ts'
import { languageKeys } from '../../text/content-language.ts'
import { operations, type Paths } from '../openapi/describe-operation.ts'
import { returnsCacheable } from '../openapi/standard-responses.ts'

const label = z.object({ fa: z.string(), en: z.string() }).meta({ id: 'Label' })

const plainField = {
  name: z.string(),
  kind: z.enum(FIELD_KINDS).meta({ description: 'The input that suits the field.' }),
  label,
  help: label.nullable(),
  twin: z.string().nullable().meta({ description: 'The field with the same content in the other language.' }),
  language: z
    .enum(languageKeys)
    .nullable()
    .meta({ description: 'Null for fields that stand for both languages.' }),
  required: z.boolean(),
  nullable: z.boolean().meta({ description: 'Null is accepted and clears the field.' }),
  default: z
    .union([z.string(), z.number(), z.boolean()])
    .nullable()
    .meta({ description: 'What a new record gets without a value, where that is always the same.' }),
  read_only: z.boolean().meta({ description: 'Writes of the caller’s role ignore the field.' }),
  sortable: z.boolean().meta({ description: 'Admin lists can be sorted by it.' }),
  filterable: z.boolean().meta({ description: 'Admin lists can be filtered by it.' }),
  min: z.number().nullable().meta({ description: 'Length of texts and lists, value of numbers.' }),
  max: z.number().nullable(),
  choices: z.array(z.object({ value: z.union([z.string(), z.number()]), label })).nullable(),
  reference: z
    .string()
    .nullable()
    .meta({
      description: 'Resource that the value is an id of; `users` for accounts.',
      examples: ['article-categories'],
    }),
}

const entryField = z.object({ ...plainField, fields: z.null() }).meta({ id: 'ListEntryField' })

const field = z
  .object({
    ...plainField,
    fields: z.array(entryField).nullable().meta({ description: 'Fields of the entries of a list.' }),
  })
  .meta({ id: 'FieldDescription' })

const resource = z
  .object({
    name: z.string().meta({ examples: ['articles'] }),
    member: z.string().meta({ description: 'Its name in `GET /api/site`.' }),
    group: z.string(),
    label,
    label_plural: label,
    help: label
      .nullable()
      .meta({ description: 'Where its records are on the website, or what they are for.' }),
    shown_at: z
      .string()
      .nullable()
      .meta({ description: 'A page of the built-in website that shows its records.' }),
    ordered: z.boolean(),
    singleton: z.boolean().meta({ description: 'Has exactly one record, with id 1.' }),
    publishable: z.boolean(),
    key: z
      .string()
      .nullable()
      .meta({ description: 'Unique field that keys the records in `GET /api/site`.' }),
    page_path: z.string().nullable().meta({ description: 'Path of a record’s page before its slug.' }),
    list_columns: z
      .array(z.string())
      .meta({ description: 'Fields to show in lists; the first that is no image names the record.' }),
    actions: z
      .array(
        z.enum(['list', 'read', 'create', 'update', 'publish', 'reorder', 'revise', 'delete', 'duplicate']),
      )
      .meta({ description: 'What the caller’s role may do.' }),
    fields: z.array(field),
  })
  .meta({ id: 'ResourceDescription' })

const schema = z
  .object({
    site_url: z.url().meta({ description: 'Public base URL of the website, see `SITE_URL`.' }),
    languages: z.array(z.string()),
    groups: z
      .array(z.object({ name: z.string(), label }))
      .meta({ description: 'Sections of a navigation, in order.' }),
    resources: z.array(resource),
    media: z.object({
      actions: z
        .array(z.enum(['list', 'read', 'create', 'update', 'delete']))
        .meta({ description: 'What the caller’s role may do with images.' }),
    }),
  })
  .meta({ id: 'ContentSchema' })

export const schemaPaths = (): Paths =>
  operations(
    { tag: 'Site', access: 'signed-in' },
    {
      'GET /api/admin/schema': {
        id: 'getContentSchema',
        summary: 'Describe all resources and fields',
        description:
          'Everything that a user interface needs to list and edit records: kinds, limits, choices, references, labels in ' +
          'Persian and English, and what the caller’s role may do. Creators get only the resources that they may read.',
        responses: returnsCacheable(schema),
        errors: ['forbidden'],
      },
    },
  )
