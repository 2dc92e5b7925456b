// The options of the import as they are typed. A wrong one is an OptionError with a sentence that says what is right.
import { withoutTrailingSlashes } from '../../text/trim-end.ts'

import { subtagOf } from './read/site-languages.ts'
import { ExportError } from './read/wordpress-export.ts'
import { MAP_TARGETS, type TypeMap } from './records/custom-types.ts'
import type { MenuChoice } from './records/menu-records.ts'

export class OptionError extends Error {}

/** `Main`, `Main=header` or `Links=footer`; without a place, the first is the header and the others are the footer. */
export function parseMenus(values: readonly string[]): MenuChoice[] {
  return values.map((value, index) => {
    const [, name = value, place] = /^(.*)=([^=]*)$/s.exec(value) ?? []
    if (place === undefined) return { name: value, location: index === 0 ? 'header' : 'footer' }
    if (place !== 'header' && place !== 'footer')
      throw new OptionError(
        `--menu ${value}: a menu is placed in header or footer, such as --menu "${name}=footer"`,
      )
    if (name.trim() === '') throw new OptionError(`--menu ${value}: the name of the menu is missing`)
    return { name, location: place }
  })
}

/** `portfolio=projects` */
export function parseTypeMap(values: readonly string[]): TypeMap {
  const types = new Map<string, (typeof MAP_TARGETS)[number]>()
  for (const value of values) {
    const [type = '', target = '', ...rest] = value.split('=')
    const known = MAP_TARGETS.find((name) => name === target)
    if (type === '' || rest.length > 0 || !known)
      throw new OptionError(
        `--map ${value}: give a post type and one of ${MAP_TARGETS.join(', ')}, such as --map portfolio=projects`,
      )
    if (['post', 'page', 'attachment', 'nav_menu_item', 'wp_block'].includes(type))
      throw new OptionError(`--map ${value}: ${type} is imported without --map`)
    if (types.has(type)) throw new OptionError(`--map names the post type ${type} twice`)
    types.set(type, known)
  }
  return types
}

/** A BCP 47 tag, such as `fa` or `pt-BR`. */
export function parseLanguage(value: string | null): string | null {
  if (value === null) return null
  try {
    return new Intl.Locale(value).toString()
  } catch {
    throw new OptionError(`--language ${value}: give a language tag, such as fa, de or pt-BR`)
  }
}

/** The first segment of the addresses of categories or tags. */
export function parseBase(option: string, value: string | null, fallback: string): string {
  if (value === null) return fallback
  const base = withoutTrailingSlashes(value.replace(/^\/+/, ''))
  if (base === '' || /[?#\s]/.test(base))
    throw new OptionError(
      `--${option} ${value}: give the part of an address before the slug, such as ${fallback}`,
    )
  return base
}

/** WordPress shows ten posts on a page of an archive unless its settings say otherwise; no export has them. */
export function parsePostsPerPage(value: string | null): number {
  if (value === null) return 10
  const number = /^\d{1,3}$/.test(value) ? Number(value) : 0
  if (number === 0)
    throw new OptionError(`--posts-per-page ${value}: give a number from 1 to 999, such as 10`)
  return number
}

type Languages = {
  /** The tag in `--language`, or null. */
  requested: string | null
  /** The tag in the file; empty if it names none. */
  exported: string
  /** The primary language of the service. */
  service: string
}

/** The tag of the primary language (BCP 47). Throws ExportError if the file or `--language` names another one. */
export function agreeOnLanguage({ requested, exported, service }: Languages): string {
  const language = requested ?? (exported || service)
  if (subtagOf(language) === subtagOf(service)) return service
  const named = requested ?? exported
  const subtag = subtagOf(named)
  const differs = `in ${named}, but the primary language of the service is ${service}`
  const start = `start the service with SITE_PRIMARY_LANGUAGE=${subtag}`
  const give = `give --language ${subtagOf(service)}`
  // English has fields of its own, so the service refuses it as its primary language.
  if (subtag === 'en')
    throw new ExportError(
      requested === null
        ? `${differs}, and English cannot be it: ${give} to import its texts as that language, and translate them afterwards`
        : `to be imported ${differs}, and English cannot be it: leave --language out, or ${give}`,
    )
  throw new ExportError(
    requested === null
      ? `${differs}: ${start}, or ${give} if its texts are in that language`
      : `to be imported ${differs}: ${start}, or leave --language out`,
  )
}
