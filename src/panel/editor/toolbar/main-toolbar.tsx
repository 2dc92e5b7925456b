import type { Editor } from '@tiptap/core'
import { redoDepth, undoDepth } from '@tiptap/pm/history'
import { useRef, useState } from 'react'
import { alignmentIn, alignText, insertTable } from '../editor-commands.ts'
import { type EditorWord, useEditorWords } from '../editor-words.ts'
import { useEditorState } from '../use-editor-state.ts'
import { AlignMenu, FormatMenu, StyleMenu } from './format-menus.tsx'
import { SHORTCUTS, shownKeys } from './shortcut-keys.ts'
import { ToolButton, ToolToggle } from './tool-button.tsx'
import { ToolRow, ToolSeparator } from './tool-row.tsx'
import { useToolOverflow } from './use-tool-overflow.ts'

export type EditorView = 'find' | 'shortcuts' | 'link' | 'source' | 'full_screen'

type Props = {
  editor: Editor
  /** Of the text. */
  dir: 'rtl' | 'ltr'
  /** The parts that are open. */
  open: Record<EditorView, boolean>
  onToggle: (view: EditorView) => void
  onInsertPicture: () => void
  canEditSource: boolean
}

const MAIN_MARKS = ['bold', 'italic'] as const
const OTHER_MARKS = ['underline', 'strike'] as const
const MARKS = [...MAIN_MARKS, ...OTHER_MARKS]
type Mark = (typeof MARKS)[number]

/** The choice of the user: whether tools that do not fit into one line are shown below it. */
const EXPANDED_AS = 'frontage-more-tools'
const wantsAllTools = () => localStorage.getItem(EXPANDED_AS) === 'true'

const keysOf = (word: EditorWord) =>
  word in SHORTCUTS ? shownKeys(SHORTCUTS[word as keyof typeof SHORTCUTS]) : undefined

function useFormats(editor: Editor) {
  return useEditorState(editor, (editor) => ({
    marks: MARKS.filter((mark) => editor.isActive(mark)),
    isLink: editor.isActive('link'),
    isBullets: editor.isActive('bulletList'),
    isNumbers: editor.isActive('orderedList'),
    isQuote: editor.isActive('blockquote'),
    canUndo: undoDepth(editor.state) > 0,
    canRedo: redoDepth(editor.state) > 0,
    canIndent: editor.can().sinkListItem('listItem'),
    canOutdent: editor.can().liftListItem('listItem'),
    alignment: alignmentIn(editor.state.selection.$from.parent.attrs.class),
  }))
}

/** The toolbar: one Tab stop, arrow keys inside. After each command the text has the focus again. */
export function MainToolbar({ editor, dir, open, onToggle, onInsertPicture, canEditSource }: Props) {
  const t = useEditorWords()
  const formats = useFormats(editor)
  const run = () => editor.chain().focus()
  const named = (word: EditorWord) => ({ label: t(word), keys: keysOf(word) })
  const isBlocked = open.source
  const list = useRef<HTMLDivElement>(null)
  const [isExpanded, setExpanded] = useState(wantsAllTools)
  const overflows = useToolOverflow(list, isExpanded)
  const toggleMore = () => {
    localStorage.setItem(EXPANDED_AS, String(!isExpanded))
    setExpanded(!isExpanded)
  }
  const more = overflows && (
    <ToolButton
      icon={isExpanded ? 'fewer-tools' : 'more-tools'}
      label={t('more_tools')}
      aria-expanded={isExpanded}
      onPress={toggleMore}
    />
  )
  // First while it leaves the full screen, where no other tool can move it out of sight.
  const fullScreen = (
    <ToolToggle
      icon={open.full_screen ? 'leave-full-screen' : 'full-screen'}
      {...named('full_screen')}
      isSelected={open.full_screen}
      onPress={() => onToggle('full_screen')}
    />
  )
  const toMark = (mark: Mark) => (
    <ToolToggle
      key={mark}
      icon={mark}
      {...named(mark)}
      isSelected={formats.marks.includes(mark)}
      isDisabled={isBlocked}
      onPress={() => run().toggleMark(mark).run()}
    />
  )
  // The tools that writers use most come first: a narrow editor has room for them.
  return (
    <ToolRow ref={list} label={t('toolbar')} first={open.full_screen && fullScreen} more={more}>
      <StyleMenu editor={editor} isDisabled={isBlocked} />
      <ToolSeparator />
      {MAIN_MARKS.map(toMark)}
      <ToolToggle
        icon="link"
        {...named('link')}
        isSelected={formats.isLink}
        isDisabled={isBlocked}
        onPress={() => onToggle('link')}
      />
      <ToolButton icon="picture" label={t('picture')} isDisabled={isBlocked} onPress={onInsertPicture} />
      <ToolSeparator />
      <ToolToggle
        icon="bullets"
        {...named('bullet_list')}
        isSelected={formats.isBullets}
        isDisabled={isBlocked}
        onPress={() => run().toggleList('bulletList', 'listItem').run()}
      />
      <ToolToggle
        icon="numbers"
        {...named('ordered_list')}
        isSelected={formats.isNumbers}
        isDisabled={isBlocked}
        onPress={() => run().toggleList('orderedList', 'listItem').run()}
      />
      <ToolButton
        icon="outdent"
        {...named('outdent')}
        isDisabled={isBlocked || !formats.canOutdent}
        onPress={() => run().liftListItem('listItem').run()}
      />
      <ToolButton
        icon="indent"
        {...named('indent')}
        isDisabled={isBlocked || !formats.canIndent}
        onPress={() => run().sinkListItem('listItem').run()}
      />
      <ToolToggle
        icon="quote"
        {...named('quote')}
        isSelected={formats.isQuote}
        isDisabled={isBlocked}
        onPress={() => run().toggleWrap('blockquote').run()}
      />
      <AlignMenu
        label={t('alignment')}
        alignment={formats.alignment}
        isDisabled={isBlocked}
        onChange={(alignment) => alignText(editor, alignment)}
      />
      <ToolSeparator />
      {OTHER_MARKS.map(toMark)}
      <FormatMenu editor={editor} dir={dir} isDisabled={isBlocked} />
      <ToolSeparator />
      <ToolButton
        icon="table"
        label={t('table')}
        isDisabled={isBlocked}
        onPress={() => insertTable(editor)}
      />
      <ToolButton
        icon="rule"
        label={t('rule')}
        isDisabled={isBlocked}
        onPress={() => run().insertContent({ type: 'horizontalRule' }).run()}
      />
      <ToolSeparator />
      <ToolButton
        icon="undo"
        {...named('undo')}
        isDisabled={isBlocked || !formats.canUndo}
        onPress={() => run().undo().run()}
      />
      <ToolButton
        icon="redo"
        {...named('redo')}
        isDisabled={isBlocked || !formats.canRedo}
        onPress={() => run().redo().run()}
      />
      <ToolSeparator />
      <ToolToggle
        icon="find"
        {...named('find')}
        isSelected={open.find}
        isDisabled={isBlocked}
        onPress={() => onToggle('find')}
      />
      {canEditSource && (
        <ToolToggle
          icon="source"
          label={t('source')}
          isSelected={open.source}
          onPress={() => onToggle('source')}
        />
      )}
      <ToolButton icon="keyboard" {...named('shortcuts')} onPress={() => onToggle('shortcuts')} />
      {!open.full_screen && fullScreen}
    </ToolRow>
  )
}
