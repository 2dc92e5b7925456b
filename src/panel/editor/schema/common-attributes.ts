import type { Attributes, NodeConfig } from '@tiptap/core'
import { allowedClasses, ID_PREFIX } from '../../../text/rich-text-allow-list.ts'

/** Reads an attribute as it is written; without `parseHTML`, TipTap turns "5" into a number. */
export const kept = (name: string): Attributes => ({
  [name]: { default: null, parseHTML: (element: HTMLElement) => element.getAttribute(name) || null },
})

/** An attribute without a value, such as `open`. */
export const flag = (name: string): Attributes => ({
  [name]: {
    default: false,
    parseHTML: (element: HTMLElement) => element.hasAttribute(name),
    renderHTML: (attributes: Record<string, unknown>) => (attributes[name] ? { [name]: '' } : {}),
  },
})

/** An attribute that is kept only while `isAllowed`, because the sanitizer would remove it. */
export const keptIf = (name: string, isAllowed: (value: string) => boolean): Attributes => ({
  [name]: {
    default: null,
    parseHTML: (element: HTMLElement) => {
      const value = element.getAttribute(name)?.trim()
      return value && isAllowed(value) ? value : null
    },
  },
})

/** The attributes that the sanitizer keeps on every tag. */
export const commonAttributes = (): Attributes => ({
  class: {
    default: null,
    parseHTML: (element: HTMLElement) => allowedClasses(element.getAttribute('class') ?? '') || null,
  },
  ...kept('dir'),
  ...kept('lang'),
  ...kept('title'),
  // As it is stored; two elements cannot have one.
  id: { ...keptIf('id', (id) => id.startsWith(ID_PREFIX)).id, keepOnSplit: false },
})

/** Reads and writes a node that is one element: with the common attributes, and with `more`. */
export const asElement = (tag: string, more: () => Attributes = () => ({})) =>
  ({
    addAttributes: () => ({ ...more(), ...commonAttributes() }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  }) satisfies Partial<NodeConfig>
