// The schema as the service describes it to each role.
import type { UserActor } from '../../src/accounts/actor.ts'
import type { ContentSchema, FieldDescription } from '../../src/client/index.ts'
import { describeSchema } from '../../src/content/describe-resource.ts'

export const schemaFor = (role: UserActor['role']) =>
  describeSchema({ kind: 'user', id: 1, role, tokenVersion: 1, name: 'x' } as UserActor, [
    'fa',
    'en',
  ]) as ContentSchema

export const schema = schemaFor('admin')

export const resourceOf = (name: string) => schema.resources.find((resource) => resource.name === name)!

/** A field that no resource has. */
export const describedField = (
  name: string,
  kind: FieldDescription['kind'],
  more: Partial<FieldDescription> = {},
): FieldDescription => ({
  name,
  kind,
  label: { fa: name, en: name },
  help: null,
  twin: null,
  language: null,
  required: false,
  nullable: true,
  default: null,
  read_only: false,
  min: null,
  max: null,
  choices: null,
  reference: null,
  fields: null,
  sortable: true,
  filterable: true,
  ...more,
})
