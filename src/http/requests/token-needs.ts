// What a route asks of an API token. The declaration of a route group names each of its routes that takes tokens; what depends on
// the record, such as `publish` for a visible one, the verbs ask for.
import type { Scope } from '../../accounts/scopes.ts'

export type TokenNeed = {
  scopes: readonly Scope[]
  /** Whether one of the scopes is enough. */
  isAnyEnough?: boolean
  /**
   * For tokens that are limited to some resources: the resource of the route; `narrowed`, where the verb shows only what they
   * include; `apart`, where the route shows nothing of the content. Otherwise they are refused.
   */
  reach?: { resource: string } | 'narrowed' | 'apart'
}

/** By method and template, as in `GET /api/admin/messages/:id`. */
export type TokenNeeds = Readonly<Record<string, TokenNeed>>

type Reach = NonNullable<TokenNeed['reach']>

/** All of these scopes. */
export const needs = (...scopes: Scope[]): TokenNeed => ({ scopes })

/** Any token. */
export const NOTHING: TokenNeed = { scopes: [], reach: 'apart' }

/** The same for tokens that are limited to some resources. */
export const within = (reach: Reach, need: TokenNeed): TokenNeed => ({ ...need, reach })

/** All of these scopes, where the route shows nothing of the content. */
export const apart = (...scopes: Scope[]): TokenNeed => within('apart', needs(...scopes))

/** One of these scopes. */
export const needsOneOf = (...scopes: Scope[]): TokenNeed => ({ scopes, isAnyEnough: true })

/** The same need for routes like `GET /messages`, below a path. */
export const needsBelow = (path: string, table: Record<string, TokenNeed>): TokenNeeds =>
  Object.fromEntries(
    Object.entries(table).map(([route, need]) => {
      const [method, rest = ''] = route.split(' ')
      return [`${method} ${path}${rest === '/' ? '' : rest}`, need]
    }),
  )
