// Operations of health checks.
import { z } from 'zod'
import { operation } from './describe-operation.ts'
import { returns } from './standard-responses.ts'

const alive = z.object({ status: z.literal('ok') })

/** 200 if all checks are true, 503 otherwise. */
export const checks = (healthy: string, unhealthy: string[], names: string[]) => {
  const schema = z.object({
    status: z.enum([healthy, ...unhealthy]),
    checks: z.object(Object.fromEntries(names.map((name) => [name, z.boolean()]))),
  })
  const content = { 'application/json': { schema } }
  return {
    '200': { description: 'All checks passed.', content },
    '503': { description: 'At least one check failed.', content },
  }
}

type Get = { id: string; summary: string; description?: string }

// Declared responses replace the standard ones: the 503 of a health check is no problem document.
export const getOperation = (described: Get, responses: Parameters<typeof operation>[0]['responses']) => {
  const standard = operation({ ...described, tag: 'Operations', responses: {} })
  return { get: { ...standard, responses: { ...standard.responses, ...responses } } }
}

export const liveness = (id: string) =>
  getOperation(
    { id, summary: 'Check that the process responds', description: 'Checks no dependencies.' },
    returns(alive),
  )
