// Where a frontend's scripts run on the website's host, the panel has a host of its own (`ADMIN_HOST`): scripts of one origin
// can read whatever others of the same origin hold.
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
