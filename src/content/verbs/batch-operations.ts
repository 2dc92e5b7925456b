// Parses the body of a batch: the shape of each operation and the records in it.
import { z } from 'zod'
import { giveWay } from '../../platform/give-way.ts'
import { AppError, invalid } from '../../text/errors.ts'
import { type FieldIssue, fieldIssues } from '../../text/field-issues.ts'
import { INT4_MAX } from '../../text/record-id.ts'
import type { ContentContext } from '../content-context.ts'
import type { Resource } from '../definition/define-resource.ts'
import { type Input, parseRecord } from '../definition/parse-record.ts'

export const MAX_OPERATIONS = 500

export type Operation =
  | { op: 'create'; input: Input }
  | { op: 'patch' | 'publish' | 'unpublish'; id: string; version: number | null; changes: Input }
  | { op: 'delete'; id: string; version: number | null }

type DataSchemas = { input: z.ZodType; patch: z.ZodType }

/** The schema of one operation, with these schemas of `data`. */
export function operationSchema(resource: Resource, { input, patch }: DataSchemas) {
  const recordId = z.int().min(1).max(INT4_MAX)
  const target = {
    id: resource.addressedByKey
      ? z.union([recordId, resource.input.shape[resource.key!] as z.ZodType])
      : recordId,
    version: z
      .int()
      .min(1)
      .optional()
      .meta({ description: 'The version you read; the batch fails with 412 if the record has another one.' }),
  }
  const operations = [z.strictObject({ op: z.literal('patch'), ...target, data: patch })]
  const only = (op: string) => z.strictObject({ op: z.literal(op), ...target }) as never
  if (!resource.singleton)
    operations.unshift(z.strictObject({ op: z.literal('create'), data: input }) as never, only('delete'))
  if (resource.publishable) operations.push(only('publish'), only('unpublish'))
  return z.discriminatedUnion('op', operations as unknown as [(typeof operations)[0]])
}

type Parsed = { op: Operation['op']; id?: number | string; version?: number; data?: object }

const envelope = z.strictObject({ operations: z.array(z.unknown()).min(1).max(MAX_OPERATIONS) })
const anyRecord = z.looseObject({})

/** The operations with valid records. Throws 422 with the problems of all operations, under paths like `operations.3.title`. */
export async function parseOperations(
  ctx: ContentContext,
  resource: Resource,
  body: unknown,
): Promise<Operation[]> {
  const whole = envelope.safeParse(body)
  if (!whole.success) throw invalid(fieldIssues(whole.error))
  const schema = operationSchema(resource, { input: anyRecord, patch: anyRecord })
  const operations: Operation[] = []
  const issues: FieldIssue[] = []
  for (const [index, operation] of whole.data.operations.entries()) {
    // A batch of long texts would keep other requests waiting.
    await giveWay()
    const result = schema.safeParse(operation, { reportInput: true })
    if (!result.success) issues.push(...atOperation(index, fieldIssues(result.error)))
    else
      await toOperation(ctx, resource, result.data as Parsed).then(
        (parsed) => operations.push(parsed),
        (error) => {
          if (!(error instanceof AppError) || error.code !== 'validation_failed') throw error
          issues.push(...atOperation(index, error.errors ?? []))
        },
      )
  }
  if (issues.length > 0) throw invalid(issues)
  return operations
}

async function toOperation(
  ctx: ContentContext,
  resource: Resource,
  { op, id, version, data }: Parsed,
): Promise<Operation> {
  if (op === 'create') return { op, input: await parseRecord(ctx, resource, data, 'create') }
  const target = { id: String(id), version: version ?? null }
  if (op === 'delete') return { op, ...target }
  const body = op === 'patch' ? data : { status: op === 'publish' ? 'published' : 'draft' }
  return { op, ...target, changes: await parseRecord(ctx, resource, body, 'patch') }
}

/** The issues of one operation, with their place in the batch. */
export const atOperation = (index: number, issues: readonly FieldIssue[]): FieldIssue[] =>
  issues.map(({ path, ...issue }) => ({
    path: path === '' ? `operations.${index}` : `operations.${index}.${path}`,
    ...issue,
  }))
