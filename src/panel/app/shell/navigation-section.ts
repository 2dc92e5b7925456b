import type { ContentSchema } from '../../../client/index.ts'
import type { SessionUser } from '../api/session.ts'
import type { IconName } from '../design/icon.tsx'

type Label = { fa: string; en: string }

export type NavigationEntry = {
  /** Path of the panel. */
  href: string
  label: Label
}

export type NavigationSection = {
  name: string
  icon: IconName
  label: Label
  entries: NavigationEntry[]
}

/** The navigation as somebody may see it. */
export type NavigationOf = (schema: ContentSchema, user: SessionUser) => NavigationSection[]
