import { z } from 'zod'
import { operation, type Paths } from '../openapi/describe-operation.ts'
import { listOf, pagedQuery, recordId, timestamp } from '../openapi/record-schemas.ts'
import { returns } from '../openapi/standard-responses.ts'

const change = z
  .object({
    id: z.int(),
    resource: z.string().meta({ examples: ['articles'] }),
    record_id: recordId,
    label: z.string().meta({ description: 'Title or name of the record after the change.' }),
    label_en: z
      .string()
      .nullable()
      .meta({ description: 'The same in English; null where it is not filled.' }),
    version: z.int().meta({ description: '1 for a new record.' }),
    created_at: timestamp(),
    actor_id: recordId.nullable(),
    actor: z.string().meta({ description: 'Name of the account.' }),
    autosave: z.boolean(),
    fields: z.array(z.string()).meta({ description: 'The fields that changed.' }),
  })
  .meta({ id: 'Change' })

export const changePaths = (): Paths => ({
  '/api/admin/changes': {
    get: operation({
      id: 'listChanges',
      tag: 'Site',
      access: 'admin',
      summary: 'List the latest changes of all content',
      description: 'The kept revisions of all records, the newest first, those of deleted records included.',
      query: pagedQuery(),
      responses: returns(listOf(change)),
      errors: ['paging_required'],
    }),
  },
})
