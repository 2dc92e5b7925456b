// Parses the environment: raw strings in, checked values out, in groups that each command picks from. Reports the
// problems of all groups at once. Empty strings count as unset; secrets may come from files as `NAME_FILE`.
import type { z } from 'zod'
import { RULES } from './required-together.ts'
import { withSecretFiles } from './secret-files.ts'
import { serviceGroups } from './service-variables.ts'
import { stackGroups } from './stack-variables.ts'

/** Every variable, by group. */
export const groups = { ...serviceGroups, ...stackGroups } as const

export type GroupName = keyof typeof groups
export type Env = { [Name in GroupName]: z.output<(typeof groups)[Name]> }

/** The groups that `serve` reads; other commands list their own. */
export const SERVICE = Object.keys(serviceGroups) as (keyof typeof serviceGroups)[]
export type ServiceEnv = Pick<Env, keyof typeof serviceGroups>

/** Thrown with every problem of an environment, one per line. */
export class EnvironmentError extends Error {
  constructor(readonly problems: string[]) {
    super(['Invalid configuration:', ...problems].join('\n  '))
    this.name = 'EnvironmentError'
  }
}

/** Checks the variables of these groups; throws `EnvironmentError`. */
export function parseEnv<Name extends GroupName>(
  environment: Record<string, string | undefined>,
  names: readonly Name[],
): Pick<Env, Name> {
  const problems: string[] = []
  const isRead = (variable: string) => names.some((name) => variable in groups[name].shape)
  const values = withSecretFiles(environment, { isRead, problems })
  const env: Partial<Env> = {}
  for (const name of names) {
    const result = groups[name].safeParse(values)
    if (result.success) Object.assign(env, { [name]: result.data })
    else for (const issue of result.error.issues) problems.push(`${issue.path.join('.')}: ${issue.message}`)
  }
  if (env.database?.DATABASE_REQUIRED && !env.database.DATABASE_URL)
    problems.push('DATABASE_URL: is required here; only `serve --demo` runs without it')
  for (const name of names) problems.push(...(RULES[name]?.(values) ?? []))
  if (problems.length > 0) throw new EnvironmentError(problems)
  return env as Pick<Env, Name>
}
