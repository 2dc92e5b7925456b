import type { Editor } from '@tiptap/core'
import { redoDepth, undoDepth } from '@tiptap/pm/history'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useMediaQuery } from '../../app/design/use-media-query.ts'
import { alignmentIn, alignText } from '../editor-commands.ts'
import { type EditorWord, useEditorWords } from '../editor-words.ts'
import { loadEnteredText } from '../load-entered-text.ts'
import { useEditorState } from '../use-editor-state.ts'
import type { EditorIconName } from './editor-icons.tsx'
import { AlignMenu, FormatMenu, StyleMenu } from './format-menus.tsx'
import { SHORTCUTS, shownKeys } from './shortcut-keys.ts'
import { ToolButton, ToolToggle } from './tool-button.tsx'
import { ToolRow, ToolSeparator } from './tool-row.tsx'

export type EditorView = 'find' | 'shortcuts' | 'link' | 'source' | 'full_screen'

type Props = {
  editor: Editor
  /** The direction of the text. */
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

/** Without the script, such as offline before any text was entered, the tool does nothing. */
const entered = (use: (text: typeof import('../entered-text.ts')) => void) =>
  void loadEnteredText().then(use, () => {})

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
  const button = (icon: EditorIconName, word: EditorWord, onPress: () => void, isEnabled = true) => (
    <ToolButton icon={icon} {...named(word)} isDisabled={isBlocked || !isEnabled} onPress={onPress} />
  )
  const toggle = (icon: EditorIconName, word: EditorWord, isSelected: boolean, onPress: () => void) => (
    <ToolToggle
      key={word}
      icon={icon}
      {...named(word)}
      isSelected={isSelected}
      isDisabled={isBlocked}
      onPress={onPress}
    />
  )
  const toMark = (mark: Mark) =>
    toggle(mark, mark, formats.marks.includes(mark), () => run().toggleMark(mark).run())
  const toList = (type: string) => () => run().toggleList(type, 'listItem').run()
  // The tools that writers use most come first: a narrow editor has room for them.
  return (
    <ToolRow ref={list} label={t('toolbar')} first={open.full_screen && fullScreen} more={more}>
      <StyleMenu editor={editor} isDisabled={isBlocked} />
      <ToolSeparator />
      {MAIN_MARKS.map(toMark)}
      {toggle('link', 'link', formats.isLink, () => onToggle('link'))}
      {button('picture', 'picture', onInsertPicture)}
      <ToolSeparator />
      {toggle('bullets', 'bullet_list', formats.isBullets, toList('bulletList'))}
      {toggle('numbers', 'ordered_list', formats.isNumbers, toList('orderedList'))}
      {button('outdent', 'outdent', () => run().liftListItem('listItem').run(), formats.canOutdent)}
      {button('indent', 'indent', () => run().sinkListItem('listItem').run(), formats.canIndent)}
      {toggle('quote', 'quote', formats.isQuote, () => run().toggleWrap('blockquote').run())}
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
      {button('table', 'table', () => entered((text) => text.insertTable(editor)))}
      {button('rule', 'rule', () => entered((text) => text.insertRule(editor)))}
      <ToolSeparator />
      {button('undo', 'undo', () => run().undo().run(), formats.canUndo)}
      {button('redo', 'redo', () => run().redo().run(), formats.canRedo)}
      <ToolSeparator />
      {toggle('find', 'find', open.find, () => onToggle('find'))}
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

/** A line of tools is swiped on these screens instead, as in `editor.css`. */
const SWIPED = '(pointer: coarse), (max-width: 640px)'
/** The width of a button that stands before or behind the tools, with the gap between. */
const BUTTON_WIDTH = 36

/** Hides the tools that do not fit into one line, unless they are shown below it. Returns whether there are such tools. */
function useToolOverflow(list: RefObject<HTMLElement | null>, isExpanded: boolean): boolean {
  const isSwiped = useMediaQuery(SWIPED)
  const [isTooLong, setTooLong] = useState(false)
  useLayoutEffect(() => {
    const element = list.current!
    const row = element.parentElement!
    const toolsOf = () => [...element.children] as HTMLElement[]
    const measure = () => {
      const tools = toolsOf()
      const { columnGap } = getComputedStyle(element)
      const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(row)
      const room =
        row.clientWidth -
        Number.parseFloat(paddingInlineStart) -
        Number.parseFloat(paddingInlineEnd) -
        (element === row.firstElementChild ? 0 : BUTTON_WIDTH)
      const ends = endsOf(tools, Number.parseFloat(columnGap))
      const isCut = !isSwiped && (ends.at(-1) ?? 0) > room
      const isOneLine = isCut && !isExpanded
      element.toggleAttribute('data-cut', isOneLine)
      for (const [index, tool] of tools.entries())
        tool.toggleAttribute('data-overflows', isOneLine && ends[index]! > room - BUTTON_WIDTH)
      setTooLong(isCut)
    }
    // The name of the style of a paragraph changes the width of its button.
    const sizes = new ResizeObserver(measure)
    for (const observed of [row, ...toolsOf()]) sizes.observe(observed)
    return () => sizes.disconnect()
  }, [list, isExpanded, isSwiped])
  return isTooLong
}

/** The end of each tool if all stand in one line. */
function endsOf(tools: readonly HTMLElement[], gap: number): number[] {
  let end = -gap
  return tools.map((tool) => {
    const { marginInlineStart, marginInlineEnd } = getComputedStyle(tool)
    end += gap + tool.offsetWidth + Number.parseFloat(marginInlineStart) + Number.parseFloat(marginInlineEnd)
    return end
  })
}
