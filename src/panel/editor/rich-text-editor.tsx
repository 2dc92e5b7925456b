// The rich text editor of a field: TipTap with the tags of the sanitizer, toolbars, pictures, find and replace, source.
import type { Editor } from '@tiptap/core'
import {
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { requireScript } from '../app/api/missing-scripts.ts'
import { lazyPart } from '../app/design/lazy-part.tsx'
import { loadTexts } from '../app/words/dictionaries.ts'
import { countDocument } from './count-text.ts'
import { useEditorWords } from './editor-words.ts'
import { loadEnteredText } from './load-entered-text.ts'
import { pictureAttributes, selectedPicture } from './pictures/picture-commands.ts'
import type { PickedImage, PictureSource } from './pictures/picture-jobs.ts'
import type { PickLink } from './toolbar/link-dialog.tsx'
import { type EditorView, MainToolbar } from './toolbar/main-toolbar.tsx'
import { useEditorState } from './use-editor-state.ts'
import { useRichText } from './use-rich-text.ts'

/** A part of the editor that is loaded, with its texts, when it is first needed. */
const toolPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazyPart<Props>(() => Promise.all([load(), loadTexts('aids')]).then(([part]) => part))

const FindBar = toolPart(() => import('./find/find-bar.tsx').then((module) => module.FindBar))
const SlashMenu = toolPart(() => import('./slash-menu.tsx').then((module) => module.SlashMenu))
const SourceView = toolPart(() => import('./source-view.tsx').then((module) => module.SourceView))
const PictureBar = toolPart(() => import('./toolbar/picture-bar.tsx').then((module) => module.PictureBar))
const PictureJobList = toolPart(() =>
  import('./pictures/picture-job-list.tsx').then((module) => module.PictureJobList),
)
const TableToolbar = toolPart(() =>
  import('./toolbar/table-toolbar.tsx').then((module) => module.TableToolbar),
)
const TextLinkDialog = toolPart(() =>
  import('./toolbar/link-dialog.tsx').then((module) => module.TextLinkDialog),
)
const ShortcutsDialog = toolPart(() =>
  import('./toolbar/shortcuts-dialog.tsx').then((module) => module.ShortcutsDialog),
)

const loadKeepTabInside = () => import('./keep-tab-inside.ts')

export type RichTextEditorProps = {
  /** Names the textbox. */
  label: string
  value: string
  /** Gets HTML in the form in which it is stored; not called for a `value` from outside. */
  onChange: (html: string) => void
  /** The language of the text, as BCP 47. */
  language: string
  dir: 'rtl' | 'ltr'
  isReadOnly?: boolean
  error?: string | undefined
  /** Offers the HTML source. */
  canEditSource?: boolean
  pickImage: () => Promise<PickedImage | null>
  pickLink: PickLink
  /** Offers links to files. */
  pickFile?: PickLink
  /** Stores pasted and dropped pictures. */
  pictures: PictureSource
  /** Stands above the tools while the text fills the screen. */
  fullScreenHead?: ReactNode
  /** Gets the editor while it is there. */
  onEditor?: (editor: Editor | null) => void
}

const CLOSED: Record<EditorView, boolean> = {
  find: false,
  shortcuts: false,
  link: false,
  source: false,
  full_screen: false,
}

export function RichTextEditor(props: RichTextEditorProps) {
  const { label, language, dir, isReadOnly = false, error, canEditSource = false } = props
  const [open, setOpen] = useState(CLOSED)
  const root = useRef<HTMLDivElement>(null)
  const errorId = useId()
  const { editor, jobs, body } = useRichText({
    value: props.value,
    onChange: props.onChange,
    isReadOnly,
    source: props.pictures,
    attributes: {
      class: 'rich-text',
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': label,
      lang: language,
      dir,
      tabindex: '0',
      ...(isReadOnly && { 'aria-readonly': 'true' }),
      ...(error && { 'aria-invalid': 'true', 'aria-describedby': errorId }),
    },
  })
  const { onEditor } = props
  useEffect(() => {
    onEditor?.(editor)
    return () => onEditor?.(null)
  }, [editor, onEditor])
  const isInTable = useEditorState(editor, (editor) => editor.isActive('table'))
  const isOnPicture = useEditorState(editor, (editor) => selectedPicture(editor) !== null)
  const isSlash = useEditorState(editor, ({ storage }) => storage.extraCursors.isSlash)
  const hasJobs = useSyncExternalStore(jobs.subscribe, () => jobs.list().length > 0)
  const toggle = (view: EditorView, isOpen = !open[view]) => setOpen((now) => ({ ...now, [view]: isOpen }))
  useFullScreen(open.full_screen, root, editor)
  useEscapeFromTools(root, () => editor.commands.focus())

  const insertPicture = async () => {
    const image = await props.pickImage()
    if (image) (await loadEnteredText()).insertPictures(editor, [pictureAttributes(image)])
    else editor.commands.focus()
  }
  // The handler captures, because react-aria's buttons keep Escape to themselves. Menus and dialogs are elsewhere in the page.
  const onKeyDown = (event: KeyboardEvent) => {
    if (!root.current?.contains(event.target as Element)) return
    const view = viewOf(event, isReadOnly)
    if (view) {
      event.preventDefault()
      event.stopPropagation()
      toggle(view)
    } else if (event.altKey && event.key === 'F10') {
      event.preventDefault()
      root.current.querySelector<HTMLElement>('.tools button:not([disabled])')?.focus()
    } else if (
      event.key === 'Escape' &&
      open.full_screen &&
      !isSlash &&
      !(event.target as Element).closest('.find-bar')
    ) {
      event.stopPropagation()
      toggle('full_screen', false)
    }
  }

  const frame = open.full_screen
    ? { role: 'dialog', 'aria-modal': true, 'aria-label': label }
    : { role: 'group', 'aria-label': label }
  return (
    <>
      <div
        ref={root}
        className={open.full_screen ? 'editor is-full-screen' : 'editor'}
        {...frame}
        data-invalid={error ? '' : undefined}
        onKeyDownCapture={onKeyDown}
      >
        {open.full_screen && props.fullScreenHead}
        {!isReadOnly && (
          <div className="editor-head">
            <MainToolbar
              editor={editor}
              dir={dir}
              open={open}
              onToggle={toggle}
              onInsertPicture={insertPicture}
              canEditSource={canEditSource}
            />
            {!open.source && isInTable && <TableToolbar editor={editor} />}
            {!open.source && isOnPicture && (
              <PictureBar editor={editor} jobs={jobs} pickImage={props.pickImage} pickLink={props.pickLink} />
            )}
            {!open.source && open.find && <FindBar editor={editor} onClose={() => toggle('find', false)} />}
            {hasJobs && <PictureJobList editor={editor} jobs={jobs} />}
          </div>
        )}
        <div ref={body} className="editor-body" hidden={open.source} />
        {isSlash && <SlashMenu editor={editor} onInsertPicture={insertPicture} />}
        {open.source && <SourceView editor={editor} label={label} isReadOnly={isReadOnly} />}
        <Counts editor={editor} hasToolbar={!isReadOnly} />
      </div>
      {error && (
        <p id={errorId} className="field-error">
          {error}
        </p>
      )}
      {open.link && (
        <TextLinkDialog
          editor={editor}
          pickLink={props.pickLink}
          pickFile={props.pickFile}
          onClose={() => toggle('link', false)}
        />
      )}
      {open.shortcuts && <ShortcutsDialog onClose={() => toggle('shortcuts', false)} />}
    </>
  )
}

/** Escape leads from the toolbars back to the text, before the tooltip of the button takes it for itself. */
function useEscapeFromTools(root: { current: HTMLElement | null }, leave: () => void) {
  const latest = useRef(leave)
  latest.current = leave
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const { key, target } = event
      if (key !== 'Escape' || !target || !root.current?.contains(target as Element) || !isInTools(target))
        return
      event.preventDefault()
      event.stopPropagation()
      latest.current()
    }
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  }, [root])
}

/** The find bar closes itself. */
const isInTools = (target: EventTarget) =>
  target instanceof Element && target.closest('.editor-head') !== null && !target.closest('.find-bar')

/** The view that a shortcut opens or closes. */
function viewOf(
  { key, code, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent,
  isReadOnly: boolean,
): EditorView | null {
  if (!(ctrlKey || metaKey) || altKey) return null
  // The position of the key counts: these keys give Persian letters with a Persian layout.
  if (code === 'KeyF' && shiftKey) return 'full_screen'
  if (key === '/' || code === 'Slash') return 'shortcuts'
  if (isReadOnly || shiftKey) return null
  return code === 'KeyF' ? 'find' : code === 'KeyK' ? 'link' : null
}

/** Keeps the page below from scrolling. The button for it changes its place; the text gets the focus that this takes. */
function useFullScreen(isOn: boolean, root: { current: HTMLElement | null }, editor: Editor) {
  useEffect(() => {
    if (!isOn) return
    const { classList } = document.documentElement
    const keepFocus = () => {
      if (document.activeElement !== document.body) return
      root.current?.querySelector<HTMLElement>('.editor-body:not([hidden]) .rich-text, textarea')?.focus()
    }
    classList.add('has-full-screen')
    keepFocus()
    const left = new AbortController()
    requireScript(loadKeepTabInside).then(
      ({ keepTabInside }) => keepTabInside(editor, root.current!, left.signal),
      () => {},
    )
    return () => {
      left.abort()
      classList.remove('has-full-screen')
      keepFocus()
    }
  }, [isOn, root, editor])
}

function Counts({ editor, hasToolbar }: { editor: Editor; hasToolbar: boolean }) {
  const t = useEditorWords()
  const { words, characters } = useEditorState(editor, ({ state: { doc } }) => countDocument(doc))
  return (
    <footer className="editor-foot">
      <span>{t('words', { count: words })}</span>
      <span>{t('characters', { count: characters })}</span>
      {hasToolbar && <span className="editor-hint">{t('toolbar_hint')}</span>}
    </footer>
  )
}
