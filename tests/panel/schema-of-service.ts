// The schema as the service describes it to each role.
import type { UserActor } from '../../src/auth/actor.ts'
import type { ContentSchema } from '../../src/client/index.ts'
import { describeSchema } from '../../src/content/describe-resource.ts'

export const schemaFor = (role: UserActor['role']) =>
  describeSchema({ kind: 'user', id: 1, role, tokenVersion: 1, name: 'x' } as UserActor, [
    'fa',
    'en',
  ]) as ContentSchema

export const schema = schemaFor('admin')

export const resourceOf = (name: string) => schema.resources.find((resource) => resource.name === name)!
