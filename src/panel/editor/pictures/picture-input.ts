// Pasted and dropped pictures: files are uploaded, pictures of other sites imported, and both get their stored address.
import { type Editor, Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { requireScript } from '../../app/api/missing-scripts.ts'
import { loadEnteredText } from '../load-entered-text.ts'
import { renameForbidden } from '../paste/rename-forbidden.ts'
import { pictureSources, storePicture } from './picture-commands.ts'
import { isExternal, isPlaceholder, type PictureJobs } from './picture-jobs.ts'

export type PictureInputOptions = {
  jobs: PictureJobs
  /** Tells how many pictures the clipboard named without holding them. */
  onMissing: (count: number) => void
}

// The script that cleans pasted HTML is loaded when a text is first entered.
let cleaner: typeof import('../paste/transform-pasted-html.ts') | null = null
/** Whether it could not be loaded, such as without a connection; the next paste tries again. */
let isMissing = false
const load = () => import('../paste/transform-pasted-html.ts')
const loadTransform = () =>
  requireScript(load).then(
    (module) => {
      cleaner = module
    },
    () => {
      isMissing = true
    },
  )

export const PictureInput = Extension.create<PictureInputOptions>({
  name: 'pictureInput',
  onCreate() {
    const { jobs } = this.options
    jobs.ignore(foreignPictures(this.editor.state.doc))
    jobs.onStored = (src, image) => {
      if (!this.editor.isDestroyed) storePicture(this.editor, src, image)
    }
  },
  onFocus() {
    if (!cleaner) void loadTransform()
  },
  onUpdate() {
    follow(this.editor, this.options.jobs)
  },
  addProseMirrorPlugins() {
    const { editor } = this
    const { jobs, onMissing } = this.options
    const insert = async (files: readonly File[], position?: number) => {
      const { insertPictures } = await loadEnteredText()
      if (editor.isDestroyed) return
      const pictures = files.map((file) => ({ src: jobs.upload(file) }))
      insertPictures(editor, pictures, position)
    }
    return [
      new Plugin({
        key: new PluginKey('pictureInput'),
        // Pictures of other sites are left out of the text for visitors until they are stored; not those that came with it.
        appendTransaction(transactions, _, { doc, tr }) {
          if (!transactions.some(({ docChanged }) => docChanged)) return null
          const pictures = foreignPictures(doc)
          if (transactions.some((one) => one.getMeta('preventUpdate'))) jobs.ignore(pictures)
          for (const { src, position, isLeftOut } of pictures)
            if (!isLeftOut && !jobs.isShown(src)) tr.setNodeAttribute(position, 'isLeftOut', true)
          return tr.docChanged ? tr : null
        },
        props: {
          transformPastedHTML(html) {
            // The paste is repeated below: the `style` elements of Word would break the policy of the page.
            if (!cleaner && !isMissing) return ''
            if (!cleaner) return renameForbidden(html.replace(/<style\b.*?<\/style\s*>/gis, ''))
            const { transformPastedHtml, fileOf } = cleaner
            const { html: clean, missingPictures } = transformPastedHtml(html, {
              direction: getComputedStyle(editor.view.dom).direction === 'rtl' ? 'rtl' : 'ltr',
              keepEmbedded: (dataUrl) => jobs.upload(fileOf(dataUrl)),
            })
            if (missingPictures > 0) onMissing(missingPictures)
            return clean
          },
          handlePaste(view, event) {
            const html = event.clipboardData?.getData('text/html')
            if (html && !cleaner) {
              // The paste is repeated as soon as it can be cleaned.
              void loadTransform().then(() => view.isDestroyed || view.pasteHTML(html))
              return true
            }
            const files = picturesIn(event.clipboardData)
            // Word and spreadsheets add a picture of the text that they copy.
            if (files.length === 0 || hasText(event.clipboardData)) return false
            void insert(files)
            return true
          },
          handleDrop(view, event, _slice, moved) {
            const files = moved ? [] : picturesIn(event.dataTransfer)
            if (files.length === 0) return false
            const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
            void insert(files, at?.pos)
            return true
          },
        },
      }),
    ]
  },
})

type ForeignPicture = { src: string; position: number; isLeftOut: boolean }

function foreignPictures(doc: Node): ForeignPicture[] {
  const found: ForeignPicture[] = []
  doc.descendants(({ attrs: { src, isLeftOut } }, position) => {
    if (isExternal(src)) found.push({ src, position, isLeftOut })
  })
  return found
}

/** Starts imports for new pictures, ends the jobs of removed ones, and fills in what is stored already. */
function follow(editor: Editor, jobs: PictureJobs): void {
  const sources = pictureSources(editor)
  jobs.keepOnly(sources)
  for (const src of sources) {
    const stored = jobs.resultOf(src)
    if (stored) storePicture(editor, src, stored)
    else if (isExternal(src) && !isPlaceholder(src)) jobs.import(src)
  }
}

const picturesIn = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))

const hasText = (data: DataTransfer | null): boolean =>
  data?.getData('text/plain').trim() !== '' ||
  /<img[^>]+src=["']?https?:/i.test(data?.getData('text/html') ?? '')
