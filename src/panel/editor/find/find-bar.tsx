import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { useEffect, useRef, useState } from 'react'
import { announce } from '../../app/design/announce.ts'
import { Button, IconButton } from '../../app/design/button.tsx'
import { Checkbox, TextField } from '../../app/design/fields.tsx'
import { useToolWords } from '../editor-words.ts'
import { useEditorState } from '../use-editor-state.ts'
import { type FindOptions, findMatches, type TextMatch } from './find-matches.ts'

/** Scrolls to the current match; the focus stays in the bar. */
function showCurrent(editor: Editor) {
  editor.view.dom.querySelector('.found-current')?.scrollIntoView({ block: 'center' })
}

export function FindBar({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const t = useToolWords()
  useState(() => prepareFind(editor))
  const [query, setQuery] = useState(() => {
    const { from, to } = editor.state.selection
    return editor.state.doc.textBetween(from, to).slice(0, 100)
  })
  const [replacement, setReplacement] = useState('')
  const [matchCase, setMatchCase] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const { total, position } = useEditorState(editor, ({ state }) => {
    const { matches, current } = findStateOf(state)
    return { total: matches.length, position: current + 1 }
  })

  const dispatch = (transaction: Transaction) => {
    editor.view.dispatch(transaction)
    showCurrent(editor)
  }
  const countOf = () => {
    const { matches, current } = findStateOf(editor.state)
    return matches.length > 0
      ? t('find_count', { position: current + 1, total: matches.length })
      : t('find_none')
  }
  const go = (by: 1 | -1) => {
    dispatch(step(editor.state, by))
    announce(countOf())
  }
  const close = () => {
    const { matches, current } = findStateOf(editor.state)
    const match = matches[current]
    editor.view.dispatch(search(editor.state, '', {}))
    if (match) editor.chain().focus().setTextSelection(match).run()
    else editor.commands.focus()
    onClose()
  }

  useEffect(() => {
    editor.view.dispatch(search(editor.state, query, { matchCase }))
    showCurrent(editor)
  }, [editor, query, matchCase])
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
    return () => {
      if (!editor.isDestroyed) editor.view.dispatch(search(editor.state, '', {}))
    }
  }, [editor])

  return (
    <search
      className="find-bar"
      aria-label={t('find_bar')}
      onKeyDownCapture={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        close()
      }}
    >
      <TextField
        label={t('find_text')}
        inputRef={input}
        value={query}
        onChange={setQuery}
        onKeyDown={({ key, shiftKey }) => key === 'Enter' && go(shiftKey ? -1 : 1)}
      />
      <TextField
        label={t('replace_text')}
        value={replacement}
        onChange={setReplacement}
        onKeyDown={({ key }) => key === 'Enter' && dispatch(replace(editor.state, replacement))}
      />
      <div className="find-tools">
        <output className="find-count">
          {query && (total > 0 ? t('find_count', { position, total }) : t('find_none'))}
        </output>
        <IconButton icon="chevron-up" size="small" label={t('find_previous')} onPress={() => go(-1)} />
        <IconButton icon="chevron-down" size="small" label={t('find_next')} onPress={() => go(1)} />
        <Button
          size="small"
          isDisabled={total === 0}
          onPress={() => dispatch(replace(editor.state, replacement))}
        >
          {t('replace_one')}
        </Button>
        <Button
          size="small"
          isDisabled={total === 0}
          onPress={() => {
            dispatch(replace(editor.state, replacement, { all: true }))
            announce(t('replaced', { count: total }))
            input.current?.focus() // the button is disabled now
          }}
        >
          {t('replace_all')}
        </Button>
        <Checkbox isSelected={matchCase} onChange={setMatchCase}>
          {t('find_case')}
        </Checkbox>
        <IconButton icon="close" size="small" label={t('find_close')} onPress={close} />
      </div>
    </search>
  )
}

export type FindState = FindOptions & { query: string; matches: TextMatch[]; current: number }

const NOTHING: FindState = { query: '', matches: [], current: -1 }
const key = new PluginKey<FindState>('find')

/** The search and its matches. */
export const findStateOf = (state: EditorState): FindState => key.getState(state) ?? NOTHING

/** Marks the matches in the text; the search itself is started by the functions below. */
const findPlugin = () =>
  new Plugin<FindState>({
    key,
    state: {
      init: () => NOTHING,
      apply(tr, before, _, { doc }) {
        const change = tr.getMeta(key) as Partial<FindState> | undefined
        if (!change && !tr.docChanged) return before
        const next = { ...before, ...change }
        if (next.query === '') return NOTHING
        const isSame = !tr.docChanged && next.query === before.query && next.matchCase === before.matchCase
        const matches = isSame ? before.matches : matchesIn(doc, next)
        return { ...next, matches, current: Math.min(Math.max(next.current, 0), matches.length - 1) }
      },
    },
    props: {
      decorations(state) {
        const { matches, current } = findStateOf(state)
        return DecorationSet.create(
          state.doc,
          matches.map(({ from, to }, index) =>
            Decoration.inline(from, to, { class: index === current ? 'found found-current' : 'found' }),
          ),
        )
      },
    },
  })

/** Gives an editor the marks of a search, at its first one. */
export function prepareFind(editor: Editor) {
  if (!key.get(editor.state)) editor.registerPlugin(findPlugin())
}

function matchesIn(doc: Node, { query, matchCase = false }: FindState): TextMatch[] {
  const matches: TextMatch[] = []
  doc.descendants((node, position) => {
    if (!node.isTextblock) return true
    // One character for each leaf keeps offsets and positions in step.
    const text = node.textBetween(0, node.content.size, undefined, '\ufffc')
    for (const { from, to } of findMatches(text, query, { matchCase })) {
      matches.push({ from: position + 1 + from, to: position + 1 + to })
    }
    return false
  })
  return matches
}

/** Starts a search at the first match after the cursor; an empty query ends it. */
export function search(state: EditorState, query: string, options: FindOptions): Transaction {
  const find = { ...NOTHING, ...options, query }
  const after = matchesIn(state.doc, find).findIndex(({ from }) => from >= state.selection.from)
  return state.tr.setMeta(key, { ...find, current: Math.max(after, 0) })
}

/** Goes to the next match (1) or the one before (-1), around the ends. */
export function step(state: EditorState, by: 1 | -1): Transaction {
  const { matches, current } = findStateOf(state)
  return state.tr.setMeta(key, { current: (current + by + matches.length) % Math.max(matches.length, 1) })
}

/** Replaces the current match, or all; the replacement takes the formats of what it replaces. */
export function replace(state: EditorState, replacement: string, { all = false } = {}): Transaction {
  const { matches, current } = findStateOf(state)
  const { tr } = state
  const chosen = all ? matches : matches.slice(current, current + 1)
  for (const { from, to } of [...chosen].reverse()) {
    if (replacement === '') tr.delete(from, to)
    else tr.replaceWith(from, to, state.schema.text(replacement, state.doc.resolve(from + 1).marks()))
  }
  const last = chosen.at(-1)
  if (last) tr.setSelection(TextSelection.near(tr.doc.resolve(tr.mapping.map(last.to))))
  return tr
}
