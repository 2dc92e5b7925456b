import { useCallback } from 'react'
import type { Media } from '../../../client/index.ts'
import { type FieldIn, fieldIn } from '../../../text/content-language.ts'
import { api, useSession } from '../../app/api/api.ts'
import { isEditor } from '../../app/api/session.ts'
import { lazyPart } from '../../app/design/lazy-part.tsx'
import { type FormEditors, useFormEditors } from '../../editor/form-editors.ts'
import { RichTextEditor } from '../../editor/rich-text-editor.tsx'
import { type ImageFile, isImage } from '../../media/media-names.ts'
import { usePickDocument, usePickImage } from '../../media/media-picker.tsx'
import type { sendFile } from '../../media/send-file.ts'
import { useContentLanguage, useRecordFrame } from '../../records/record-context.ts'
import type { FieldProps } from './field-props.ts'
import { usePickLink } from './link-picker.tsx'

const FullScreenHead = lazyPart(() =>
  import('./full-screen-head.tsx').then((module) => module.FullScreenHead),
)

/** Formatted text, with the editor. The module is one of its own, because most forms have no such text. */
export default function RichField(props: FieldProps<string | null>) {
  const { field, label, value, onChange, onTyped, error, isReadOnly, language } = props
  const { primaryLanguage } = useRecordFrame()
  const { lang, dir } = useContentLanguage(language)
  const { user } = useSession()
  const editors = useFormEditors()
  const onEditor = useCallback(
    (editor: Parameters<FormEditors['set']>[1]) => editors.set(field.name, editor),
    [editors, field.name],
  )
  return (
    <div className="field">
      <span className="label">
        {label}
        {field.required && <span className="required" aria-hidden="true" />}
      </span>
      <RichTextEditor
        label={label}
        value={value ?? ''}
        onChange={onTyped ?? onChange}
        language={lang ?? primaryLanguage}
        dir={dir === 'auto' ? 'ltr' : dir}
        isReadOnly={isReadOnly}
        error={error}
        canEditSource={isEditor(user)}
        pickImage={usePickImage(language ?? 'primary')}
        pickLink={usePickLink()}
        pickFile={usePickDocument()}
        pictures={pictureSourceFor(fieldIn('alt', { key: language ?? 'primary' }))}
        onEditor={onEditor}
        fullScreenHead={<FullScreenHead language={lang ?? primaryLanguage} />}
      />
    </div>
  )
}

/** Stores the pictures that are pasted or dropped into a text; known ones bring the alt text of its language along. */
const pictureSourceFor = (altKey: FieldIn<'alt'>) => ({
  upload: async (...upload: Parameters<typeof sendFile>) => {
    const { sendFile } = await import('../../media/send-file.ts')
    return asImage(await sendFile(...upload), altKey)
  },
  import: async (url: string) => asImage(await api.admin.media.import({ url }), altKey),
})

/** A link that promised a picture may lead to a document. */
function asImage(file: Media, altKey: FieldIn<'alt'>): ImageFile {
  if (isImage(file)) return { ...file, alt: file[altKey] }
  throw Object.assign(new Error('The file is not a picture.'), { status: 415 })
}
