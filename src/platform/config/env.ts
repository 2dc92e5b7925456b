// Parses the environment: raw strings in, checked values out, in groups that each command picks from. Reports the
// problems of all groups at once. Empty strings count as unset; secrets may come from files as `NAME_FILE`.
import type { z } from 'zod'
import { type FieldIssue, fieldIssues } from '../../text/field-issues.ts'
import { misspelledNames } from './misspelled-names.ts'
import { RULES } from './required-together.ts'
import { secretNames, withSecretFiles } from './secret-files.ts'
import { serviceGroups } from './service-variables.ts'
import { type GroupName, groups } from './variable-groups.ts'

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
    else for (const issue of fieldIssues(result.error)) problems.push(describeProblem(issue, values))
  }
  if (env.database?.DATABASE_REQUIRED && !env.database.DATABASE_URL)
    problems.push('DATABASE_URL: is required here; only `serve --demo` runs without it')
  for (const name of names) problems.push(...(RULES[name]?.(values) ?? []))
  if (problems.length > 0) throw new EnvironmentError([...problems, ...nameProblems(environment)])
  return env as Pick<Env, Name>
}

/** `PORT: must be a port number from 0 to 65535, such as 3000; it is "eighty"`. Values of secrets are not shown. */
function describeProblem({ path, message }: FieldIssue, values: Record<string, string | undefined>): string {
  const [name = '', item] = path.split('.')
  const whole = values[name]
  if (whole === undefined || (secretNames as readonly string[]).includes(name)) return `${name}: ${message}`
  // The numbered item of a list that is separated by commas.
  const listed = item === undefined ? undefined : whole.split(',').filter((part) => part.trim())[Number(item)]
  return `${name}: ${message}; it is ${quote((listed ?? whole).trim())}`
}

const MAX_QUOTED = 100

/** Quotes a value without the user and password of a URL. */
function quote(value: string) {
  const shown = value.replace(/\/\/[^/@]*@/, '//…@')
  return JSON.stringify(shown.length > MAX_QUOTED ? `${shown.slice(0, MAX_QUOTED)}…` : shown)
}

/** A warning for each variable whose name resembles one of ours: `CORS_ORIGIN is not a setting; …`. */
export const nameProblems = (environment: Record<string, string | undefined>): string[] =>
  misspelledNames(environment, [...Object.values(groups).flatMap(({ shape }) => Object.keys(shape))]).map(
    ({ name, intended }) => `${name} is not a setting; did you mean ${intended}?`,
  )
