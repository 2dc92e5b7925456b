// The icons that the website can show, by name. They are 150 KB to load, so only for a form that shows one, once it can be
// used, and for the dialog.
import { useEffect, useState } from 'react'
import { untilReady } from '../../app/design/use-ready.ts'

export type IconSet = {
  icons: Record<string, { body: string }>
  aliases: Record<string, { parent: string }>
}

const MAX_MATCHES = 120

let loading: Promise<IconSet> | null = null

function loadIcons(): Promise<IconSet> {
  loading ??= import('@iconify-json/lucide/icons.json').then((module) => module.default)
  loading.catch(() => {
    loading = null
  })
  return loading
}

/** Null until they are loaded, and while nothing wants them. */
export function useIcons(isWanted: boolean): IconSet | null {
  const [icons, setIcons] = useState<IconSet | null>(null)
  useEffect(() => {
    if (!isWanted) return
    let isCurrent = true
    untilReady()
      .then(loadIcons)
      .then((set) => isCurrent && setIcons(set))
      .catch(() => {})
    return () => {
      isCurrent = false
    }
  }, [isWanted])
  return icons
}

/** The shapes of an icon as SVG, null for an unknown name. Old names are known too, as on the website. */
export function shapesOf({ icons, aliases }: IconSet, name: string): string | null {
  const key = Object.hasOwn(aliases, name) ? aliases[name]!.parent : name
  return Object.hasOwn(icons, key) ? icons[key]!.body : null
}

/** Names that contain all words, those that begin with the first one before others; not all of many. */
export function iconsNamed({ icons }: IconSet, search: string): string[] {
  const words = search
    .toLowerCase()
    .split(/[\s-]+/)
    .filter(Boolean)
  const names = Object.keys(icons).filter((name) => words.every((word) => name.includes(word)))
  const [first = ''] = words
  const rank = (name: string) => (name === words.join('-') ? 0 : name.startsWith(first) ? 1 : 2)
  return names.sort((a, b) => rank(a) - rank(b)).slice(0, MAX_MATCHES)
}
