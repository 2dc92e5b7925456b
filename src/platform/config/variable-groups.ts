import { serviceGroups } from './service-variables.ts'
import { stackGroups } from './stack-variables.ts'

/** Every variable, by group. */
export const groups = { ...serviceGroups, ...stackGroups } as const

export type GroupName = keyof typeof groups
