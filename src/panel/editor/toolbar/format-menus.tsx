import type { Editor } from '@tiptap/core'
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components'
import { Icon } from '../../app/design/icon.tsx'
import { Menu, type TriggerProps } from '../../app/design/menu.tsx'
import { type Alignment, setDirection } from '../editor-commands.ts'
import { useEditorWords } from '../editor-words.ts'
import { HEADING_LEVELS } from '../schema/text-nodes.ts'
import { useEditorState } from '../use-editor-state.ts'
import { EditorIcon, type EditorIconName } from './editor-icons.tsx'
import { SHORTCUTS, shownKeys } from './shortcut-keys.ts'
import { ToolButton } from './tool-button.tsx'

type Item = { id: string; label: string; icon?: EditorIconName; keys?: string; className?: string }

type ToolMenuProps = {
  trigger: (props: TriggerProps) => ReactNode
  label: string
  items: readonly Item[]
  selected: readonly string[]
  onAction: (id: string) => void
}

const ToolMenu = ({ items, ...props }: ToolMenuProps) => (
  <Menu
    {...props}
    closesOnSelect
    entries={items.map(({ icon, ...item }) => ({
      ...item,
      ...(icon && { icon: <EditorIcon name={icon} /> }),
    }))}
  />
)

/** Paragraph, headings and code block; the button shows the present one. */
export function StyleMenu({ editor, isDisabled }: { editor: Editor; isDisabled: boolean }) {
  const t = useEditorWords()
  const current = useEditorState(editor, ({ state }) => {
    const { type, attrs } = state.selection.$from.parent
    return type.name === 'heading' ? `heading-${attrs.level}` : type.name
  })
  const items: Item[] = [
    { id: 'paragraph', label: t('style_paragraph'), keys: shownKeys(SHORTCUTS.key_paragraph) },
    ...HEADING_LEVELS.map((level) => ({
      id: `heading-${level}`,
      label: t('style_heading', { level }),
      keys: shownKeys(`Mod-Alt-${level}`),
      className: `style-heading-${level}`,
    })),
    {
      id: 'codeBlock',
      label: t('style_code'),
      keys: shownKeys(SHORTCUTS.style_code),
      className: 'style-code',
    },
  ]
  const apply = (id: string) => {
    const [type = '', level] = id.split('-')
    editor
      .chain()
      .focus()
      .setNode(type, level ? { level: Number(level) } : {})
      .run()
  }
  const shown = items.find(({ id }) => id === current) ?? items[0]!
  return (
    <ToolMenu
      label={t('style')}
      items={items}
      selected={[current]}
      onAction={apply}
      trigger={(trigger) => (
        <Button
          {...trigger}
          className="tool style-menu"
          aria-label={`${t('style')}: ${shown.label}`}
          isDisabled={isDisabled}
        >
          <span className="style-name">{shown.label}</span>
          <Icon name="chevron-down" size={14} />
        </Button>
      )}
    />
  )
}

const RARE_MARKS = ['code', 'subscript', 'superscript'] as const

type FormatMenuProps = { editor: Editor; dir: 'rtl' | 'ltr'; isDisabled: boolean }

/** The formats that are needed less often. */
export function FormatMenu({ editor, dir: textDir, isDisabled }: FormatMenuProps) {
  const t = useEditorWords()
  const { marks, dir } = useEditorState(editor, (editor) => ({
    marks: RARE_MARKS.filter((mark) => editor.isActive(mark)),
    dir: (editor.state.selection.$from.parent.attrs.dir ?? null) as string | null,
  }))
  const other = textDir === 'rtl' ? 'ltr' : 'rtl'
  const items: Item[] = [
    ...RARE_MARKS.map((mark) => ({ id: mark, label: t(mark), keys: shownKeys(SHORTCUTS[mark]) })),
    { id: 'direction', label: t(`direction_${other}`) },
    { id: 'clear', label: t('clear_formats') },
  ]
  const apply = (id: string) => {
    if (id === 'direction') setDirection(editor, dir === other ? null : other)
    else if (id === 'clear') editor.chain().focus().unsetAllMarks().run()
    else editor.chain().focus().toggleMark(id).run()
  }
  return (
    <ToolMenu
      label={t('more_formats')}
      items={items}
      selected={dir === other ? [...marks, 'direction'] : marks}
      onAction={apply}
      trigger={(trigger) => (
        <ToolButton {...trigger} icon="more" label={t('more_formats')} isDisabled={isDisabled} />
      )}
    />
  )
}

type AlignProps = {
  label: string
  alignment: Alignment
  onChange: (alignment: Alignment) => void
  isDisabled?: boolean
  /** A label that replaces "As the text runs". */
  noneLabel?: string
}

export function AlignMenu({ label, alignment, onChange, isDisabled = false, noneLabel }: AlignProps) {
  const t = useEditorWords()
  const sides = ['none', 'left', 'center', 'right'] as const
  return (
    <ToolMenu
      label={label}
      items={sides.map((side) => ({
        id: side,
        label: side === 'none' && noneLabel ? noneLabel : t(`align_${side}`),
        icon: `align-${side}` as const,
      }))}
      selected={[alignment ?? 'none']}
      onAction={(side) => onChange(side === 'none' ? null : (side as Alignment))}
      trigger={(trigger) => (
        <ToolButton
          {...trigger}
          icon={`align-${alignment ?? 'none'}`}
          label={label}
          isDisabled={isDisabled}
        />
      )}
    />
  )
}
