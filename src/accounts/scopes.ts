// The scopes of API tokens. None implies another.
/** `unattended` is reserved for assistants that write without a person who watches; no route asks for it yet. */
export const SCOPES = [
  'read',
  'write',
  'publish',
  'delete',
  'media',
  'inbox',
  'export',
  'procurement',
  'unattended',
] as const
export type Scope = (typeof SCOPES)[number]

/** An API token that a request is authenticated with. */
export type TokenGrant = {
  id: number
  name: string
  scopes: ReadonlySet<Scope>
  /** Names of resources; null: all. */
  resources: ReadonlySet<string> | null
}
