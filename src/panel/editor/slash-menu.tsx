import type { ChainedCommands, Editor } from '@tiptap/core'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { foldText } from '../../text/fold-text.ts'
import { inOtherLayout } from '../../text/keyboard-layouts.ts'
import { useEditorWords, useToolWords } from './editor-words.ts'
import { insertRule, insertTable } from './entered-text.ts'
import { HEADING_LEVELS } from './schema/text-nodes.ts'
import { closeSlash, slashIn, takeKeys } from './slash-trigger.ts'
import { EditorIcon, type EditorIconName } from './toolbar/editor-icons.tsx'
import { useEditorState } from './use-editor-state.ts'

type Entry = {
  /** The English name, which is found in every language. */
  id: string
  label: string
  icon?: EditorIconName
  apply: (chain: ChainedCommands) => unknown
}

type Props = { editor: Editor; onInsertPicture: () => void }

/** The blocks that a slash in an empty paragraph offers. The text keeps the focus. */
export function SlashMenu({ editor, onInsertPicture }: Props) {
  const tools = useToolWords()
  const id = useId()
  const slash = useEditorState(editor, ({ state }) => slashIn(state))
  const entries = useEntries(editor, onInsertPicture)
  const typed = slash?.typed ?? ''
  const found = entries.filter(({ id, label }) => isFound(typed, [id, label]))
  const [chosen, setChosen] = useState({ typed, index: 0 })
  // Another text begins at the top again.
  const index = chosen.typed === typed ? Math.min(chosen.index, found.length - 1) : 0
  const current = found[index]
  const choose = (entry: Entry) => {
    if (!slash) return
    const { pos } = editor.state.selection.$from
    entry.apply(editor.chain().focus().deleteRange({ from: slash.from, to: pos }))
  }
  const onKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean => {
    if (!current || ctrlKey || metaKey || altKey || shiftKey) return false
    const move = (by: number) => setChosen({ typed, index: (index + by + found.length) % found.length })
    if (key === 'ArrowDown') move(1)
    else if (key === 'ArrowUp') move(-1)
    else if (key === 'Enter' || key === 'Tab') choose(current)
    else if (key === 'Escape') closeSlash(editor)
    else return false
    return true
  }
  const latest = useRef(onKey)
  latest.current = onKey
  useEffect(() => {
    takeKeys((event) => {
      const isOwn = latest.current(event)
      // Escape would leave the full screen or the dialog around it, too.
      if (isOwn) event.stopPropagation()
      return isOwn
    })
    return () => takeKeys(null)
  }, [])
  const isOpen = current !== undefined
  useEffect(() => {
    const { dom } = editor.view
    if (isOpen) {
      dom.setAttribute('aria-controls', id)
      dom.setAttribute('aria-activedescendant', `${id}-${index}`)
    }
    return () => {
      dom.removeAttribute('aria-controls')
      dom.removeAttribute('aria-activedescendant')
    }
  }, [editor, id, index, isOpen])
  const list = useRef<HTMLDivElement>(null)
  usePlace(list, editor, slash?.from ?? null)
  useEffect(() => {
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' })
  }, [index])
  if (!isOpen) return null
  return (
    <div ref={list} id={id} role="listbox" aria-label={tools('blocks')} className="popover menu">
      {found.map((entry, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text has the focus, and its keys choose
        <div
          key={entry.id}
          id={`${id}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === index}
          className="menu-item"
          data-focused={at === index || undefined}
          onPointerDown={(event) => event.preventDefault()}
          onPointerMove={() => at !== index && setChosen({ typed, index: at })}
          onClick={() => choose(entry)}
        >
          {entry.icon && <EditorIcon name={entry.icon} />}
          {entry.label}
        </div>
      ))}
    </div>
  )
}

function useEntries(editor: Editor, onInsertPicture: () => void): Entry[] {
  const t = useEditorWords()
  return [
    ...HEADING_LEVELS.map(
      (level): Entry => ({
        id: `heading ${level} h${level}`,
        label: t('style_heading', { level }),
        apply: (chain) => chain.setNode('heading', { level }).run(),
      }),
    ),
    {
      id: 'bulleted list',
      label: t('bullet_list'),
      icon: 'bullets',
      apply: (chain) => chain.toggleList('bulletList', 'listItem').run(),
    },
    {
      id: 'numbered list',
      label: t('ordered_list'),
      icon: 'numbers',
      apply: (chain) => chain.toggleList('orderedList', 'listItem').run(),
    },
    { id: 'quote', label: t('quote'), icon: 'quote', apply: (chain) => chain.toggleWrap('blockquote').run() },
    {
      id: 'picture image',
      label: t('picture'),
      icon: 'picture',
      apply: (chain) => chain.run() && onInsertPicture(),
    },
    { id: 'table', label: t('table'), icon: 'table', apply: (chain) => chain.run() && insertTable(editor) },
    {
      id: 'horizontal line rule',
      label: t('rule'),
      icon: 'rule',
      apply: (chain) => chain.run() && insertRule(editor),
    },
    { id: 'code block', label: t('style_code'), apply: (chain) => chain.setNode('codeBlock').run() },
  ]
}

/** Whether each typed word begins a word of one of the names, also as typed on the other keyboard layout. */
function isFound(typed: string, names: readonly string[]): boolean {
  const words = names.flatMap((name) => foldText(name).text.split(/[\s\u200c-]+/))
  return [typed, ...inOtherLayout(typed)].some((query) =>
    foldText(query)
      .text.trim()
      .split(/[\s\u200c-]+/)
      .every((part) => words.some((word) => word.startsWith(part))),
  )
}

const GAP = 4
const MAX_HEIGHT = 320

/** Keeps the list below the slash, or above it where the screen ends. */
function usePlace(list: { current: HTMLElement | null }, editor: Editor, from: number | null): void {
  useLayoutEffect(() => {
    if (from === null) return
    const place = () => {
      const { current } = list
      if (!current) return
      current.style.position = 'fixed' // as wide as its names
      const { top, bottom } = editor.view.coordsAtPos(from)
      const { node } = editor.view.domAtPos(from)
      const paragraph = node instanceof Element ? node : node.parentElement!
      const { left, right } = paragraph.getBoundingClientRect()
      const below = innerHeight - bottom - GAP * 2
      const isAbove = below < Math.min(MAX_HEIGHT, current.scrollHeight) && top > below
      const isRightToLeft = getComputedStyle(paragraph).direction === 'rtl'
      const { clientWidth } = document.documentElement
      const width = current.offsetWidth
      const start = isRightToLeft ? right - width : left
      Object.assign(current.style, {
        zIndex: '95',
        left: `${Math.max(GAP, Math.min(start, clientWidth - width - GAP))}px`,
        top: isAbove ? 'auto' : `${bottom + GAP}px`,
        bottom: isAbove ? `${innerHeight - top + GAP}px` : 'auto',
        maxBlockSize: `${Math.max(80, Math.min(MAX_HEIGHT, isAbove ? top - GAP * 2 : below))}px`,
      })
    }
    place()
    addEventListener('scroll', place, true)
    addEventListener('resize', place)
    return () => {
      removeEventListener('scroll', place, true)
      removeEventListener('resize', place)
    }
  })
}
