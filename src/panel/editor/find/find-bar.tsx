import type { Editor } from '@tiptap/core'
import type { Transaction } from '@tiptap/pm/state'
import { useEffect, useRef, useState } from 'react'
import { announce } from '../../app/design/announce.ts'
import { Button, IconButton } from '../../app/design/button.tsx'
import { Checkbox, TextField } from '../../app/design/fields.tsx'
import { useToolWords } from '../editor-words.ts'
import { useEditorState } from '../use-editor-state.ts'
import { findStateOf, prepareFind, replace, search, step } from './find-plugin.ts'

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
