import { createDocument, Editor } from '@tiptap/core'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { announce } from '../app/design/announce.ts'
import { showToast } from '../app/design/toasts.tsx'
import { useEditorWords } from './editor-words.ts'
import { richTextExtensions } from './extensions.ts'
import { renameForbidden } from './paste/rename-forbidden.ts'
import { PictureInput } from './pictures/picture-input.ts'
import { PictureJobs, type PictureSource } from './pictures/picture-jobs.ts'
import { stateOfJob } from './pictures/state-of-job.ts'
import { serializeHtml } from './serialize-html.ts'

type Options = {
  value: string
  onChange: (html: string) => void
  isReadOnly: boolean
  /** Attributes of the textbox. */
  attributes: Record<string, string>
  source: PictureSource
}

/**
 * The TipTap editor of a field. It reports changes only by the user, as HTML that the sanitizer stores as it is, and takes
 * over a `value` that it has not reported itself.
 */
export function useRichText({ value, onChange, isReadOnly, attributes, source }: Options) {
  const t = useEditorWords()
  const latest = useRef({ onChange, source, attributes })
  latest.current = { onChange, source, attributes }
  const known = useRef(value)

  const jobs = useMemo(
    () =>
      new PictureJobs({
        upload: (...args) => latest.current.source.upload(...args),
        import: (...args) => latest.current.source.import(...args),
      }),
    [],
  )
  const extensions = useMemo(() => {
    const words = {
      caption: t('picture_caption'),
      external: (src: string, isLeftOut: boolean) =>
        t(isLeftOut ? 'picture_left_out' : 'picture_external', {
          host: URL.parse(src, 'https://x')?.host ?? src,
        }),
      stateOf: (job: Parameters<typeof stateOfJob>[1]) => stateOfJob(t, job),
    }
    const onMissing = (count: number) => showToast(t('pasted_missing', { count }), { tone: 'danger' })
    return [...richTextExtensions({ jobs, words }), PictureInput.configure({ jobs, onMissing })]
  }, [jobs, t])

  const editor = useMemo(
    () =>
      new Editor({
        element: null,
        extensions,
        content: renameForbidden(known.current),
        injectCSS: false,
        editorProps: { attributes: latest.current.attributes },
        onUpdate({ editor }) {
          const html = serializeHtml(editor.state.doc)
          if (html === known.current) return
          known.current = html
          latest.current.onChange(html)
        },
      }),
    [extensions],
  )
  const body = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (body.current) editor.mount(body.current)
    return () => editor.unmount()
  }, [editor])

  useEffect(() => {
    editor.setEditable(!isReadOnly, false)
  }, [editor, isReadOnly])
  const attributesText = JSON.stringify(attributes)
  useEffect(() => {
    editor.setOptions({
      editorProps: { ...editor.options.editorProps, attributes: JSON.parse(attributesText) },
    })
  }, [editor, attributesText])
  // A layout effect runs before the next key, whose report would make `value` look like one from outside.
  useLayoutEffect(() => {
    if (value === known.current) return
    known.current = value
    replaceContent(editor, renameForbidden(value))
  }, [editor, value])
  useEffect(() => {
    const { onStored } = jobs
    jobs.onStored = (src, image) => {
      onStored(src, image)
      announce(t('stored', { name: image.alt || image.url.slice(image.url.lastIndexOf('/') + 1) }))
    }
    return () => {
      jobs.onStored = onStored
    }
  }, [jobs, t])
  useEffect(() => () => jobs.close(), [jobs])
  return { editor, jobs, body }
}

/**
 * Takes over a text from outside by replacing only the part that differs, so that caret, selection and undo survive in the
 * rest. Reports no change.
 */
function replaceContent(editor: Editor, html: string) {
  const { doc, tr } = editor.state
  const next = createDocument(html, editor.schema)
  const start = doc.content.findDiffStart(next.content)
  const end = doc.content.findDiffEnd(next.content)
  if (start === null || end === null) return
  const overlap = Math.max(0, start - Math.min(end.a, end.b))
  tr.replace(start, end.a + overlap, next.slice(start, end.b + overlap))
  if (!tr.doc.eq(next)) {
    editor.commands.setContent(html, { emitUpdate: false })
    return
  }
  editor.view.dispatch(tr.setMeta('preventUpdate', true).setMeta('addToHistory', false))
}
