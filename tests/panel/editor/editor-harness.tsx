// A page with one editor, for the browser tests. `window.harness` reaches into it.
import { createNodeFromContent, getSchema } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { prepareAnnouncer } from '../../../src/panel/app/design/announce.ts'
import { Button } from '../../../src/panel/app/design/button.tsx'
import { Toasts } from '../../../src/panel/app/design/toasts.tsx'
import { loadGroup } from '../../../src/panel/app/words/dictionaries.ts'
import { initialLanguage } from '../../../src/panel/app/words/language.ts'
import { LanguageProvider } from '../../../src/panel/app/words/words-context.tsx'
import { richTextExtensions } from '../../../src/panel/editor/extensions.ts'
import { type PickedImage, PictureJobs } from '../../../src/panel/editor/pictures/picture-jobs.ts'
import { RichTextEditor } from '../../../src/panel/editor/rich-text-editor.tsx'
import { serializeHtml } from '../../../src/panel/editor/serialize-html.ts'

const PICTURE: PickedImage = {
  url: '/media/2026/01/a.jpg',
  alt: 'A hall',
  title: null,
  width: 640,
  height: 400,
}

class Refusal extends Error {
  constructor(readonly status: number) {
    super(`refused with ${status}`)
  }
}

const harness = {
  value: '',
  reports: 0,
  setValue: (_: string) => {},
  /** Answers to uploads and imports wait while this is set. */
  hold: null as Promise<void> | null,
  imported: [] as string[],
  uploaded: [] as string[],
  /** Whether the scripts are there that are loaded when a text is entered. */
  isEntered: (): boolean => false,
  /** Returns stored HTML as the editor writes it. */
  roundTrip: (_: string): string => '',
}
declare global {
  interface Window {
    harness: typeof harness
  }
}
window.harness = harness

const pictures = {
  async upload(file: File, { onProgress }: { onProgress: (part: number) => void }) {
    onProgress(0.4)
    await harness.hold
    if (file.name.includes('large')) throw new Refusal(413)
    harness.uploaded.push(file.name)
    return { ...PICTURE, alt: null, url: `/media/2026/01/${file.name}` }
  },
  async import(url: string) {
    await harness.hold
    if (url.includes('refused')) throw new Refusal(422)
    harness.imported.push(url)
    return { ...PICTURE, alt: null, url: `/media/2026/01/${url.slice(url.lastIndexOf('/') + 1)}` }
  },
}

const words = { caption: '', external: () => '', stateOf: () => '' }
const schema = getSchema(richTextExtensions({ jobs: new PictureJobs(pictures), words }))
harness.roundTrip = (html) => serializeHtml(createNodeFromContent(html, schema, { slice: false }) as Node)

function Page() {
  const query = new URLSearchParams(location.search)
  const [value, setValue] = useState(sessionStorage.getItem('value') ?? '')
  const isPersian = query.get('text') !== 'en'
  harness.value = value
  harness.setValue = setValue
  return (
    <main className="page">
      <h1>{isPersian ? 'مقاله' : 'Article'}</h1>
      <RichTextEditor
        label={isPersian ? 'متن' : 'Content'}
        value={value}
        onChange={(html) => {
          harness.reports++
          setValue(html)
        }}
        language={isPersian ? 'fa' : 'en'}
        dir={isPersian ? 'rtl' : 'ltr'}
        canEditSource
        isReadOnly={query.has('readonly')}
        pickImage={async () => PICTURE}
        pickLink={async () => '/blog/a'}
        pictures={pictures}
        onEditor={(editor) => {
          harness.isEntered = () =>
            editor?.state.plugins.some((plugin) =>
              String((plugin as unknown as { key: string }).key).startsWith('slash'),
            ) ?? false
        }}
      />
      <Button>{isPersian ? 'بعدی' : 'Next'}</Button>
    </main>
  )
}

prepareAnnouncer()
const parts = ['frame', 'forms', 'aids', 'lists'] as const
await Promise.all(parts.map((part) => loadGroup(initialLanguage(), part)))
createRoot(document.getElementById('panel')!).render(
  <LanguageProvider>
    <Page />
    <Toasts />
  </LanguageProvider>,
)
