// Keeps the panel and the website on different hosts (`ADMIN_HOST`): scripts of one origin can read the memory, storage and
// messages of others there, so a frontend's scripts must not share the panel's.
import { OUTSIDE_THE_WEBSITE } from '../../website/redirects/find-redirect.ts'

const PANEL_AND_ITS_API = /^\/(?:admin|api\/admin|api\/auth\/token)(?:\/|$)/

/** Whether the host has the path. */
export type HostRule = (host: string | null, path: string) => boolean

/** Null: every host has every path. */
export function createHostRule(adminHost: string | null): HostRule | null {
  if (adminHost === null) return null
  return (host, path) => {
    if (host?.toLowerCase() !== adminHost) return !PANEL_AND_ITS_API.test(path)
    return OUTSIDE_THE_WEBSITE.test(path) || path === '/robots.txt'
  }
}
