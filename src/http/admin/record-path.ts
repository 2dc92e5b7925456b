import { z } from 'zod'
import type { Resource } from '../../content/definition/define-resource.ts'
import { recordId } from '../openapi/record-schemas.ts'

/** The `id` path parameter: also the key, for resources that have one. */
export function recordPathOf(resource: Resource) {
  const key = resource.addressedByKey ? (resource.input.shape[resource.key!] as z.ZodType) : null
  return z.object({ id: key ? z.union([recordId, key]) : recordId })
}
