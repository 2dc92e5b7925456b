import { matchedRoutes } from 'hono/route'
import type { Result, Router } from 'hono/router'
import { RegExpRouter } from 'hono/router/reg-exp-router'
import { SmartRouter } from 'hono/router/smart-router'
import { TrieRouter } from 'hono/router/trie-router'
import type { RouterRoute } from 'hono/types'
import type { AppContext } from './app-env.ts'

const MAX_PATHS = 1_000

/**
 * hono's own routers, and a memory of where the paths lead that were asked for lately. hono's quick router takes no
 * table with `/blog/feed.xml` beside `/blog/:slug`, and the one that does takes as long as a whole 304.
 */
export class RememberingRouter<T> implements Router<T> {
  readonly name = 'RememberingRouter'
  readonly #router = new SmartRouter<T>({ routers: [new RegExpRouter(), new TrieRouter()] })
  readonly #known = new Map<string, Result<T>>()

  add(method: string, path: string, handler: T) {
    this.#known.clear()
    this.#router.add(method, path, handler)
  }

  match(method: string, path: string): Result<T> {
    const key = `${method} ${path}`
    let found = this.#known.get(key)
    if (!found) {
      found = this.#router.match(method, path)
      // Anybody may invent paths: those that are asked for are soon back.
      if (this.#known.size >= MAX_PATHS) this.#known.clear()
      this.#known.set(key, found)
    }
    return found
  }
}

/** The template of the route that answers a request; one name for all paths that lead nowhere. */
export const routeOf = (c: AppContext) => matchedRoutes(c).find(isRoute)?.path ?? UNMATCHED

/** The same from a router's answer; hono keeps handlers with their routes in it. */
export function templateOf([handlers]: Result<unknown>): string {
  for (const [entry] of handlers) {
    const [, route] = entry as [unknown, RouterRoute]
    if (isRoute(route)) return route.path
  }
  return UNMATCHED
}

const UNMATCHED = 'unmatched'

// Middleware matches every method, a route just its own; the first one answers, whatever middleware comes after it.
const isRoute = ({ method }: RouterRoute) => method !== 'ALL'
