import { useMemo } from 'react'
import { useApi, useSession } from '../api/api.ts'
import { RichTextEditor } from '../editor/rich-text-editor.tsx'
import type { FieldProps } from './field-props.ts'
import { usePickLink } from './link-picker.tsx'
import { usePickPicture } from './pick-picture.ts'
import { useContentLanguage, useRecordFrame } from './record-context.ts'

/** Formatted text, with the editor. In a module of its own, because most forms have none. */
export default function RichField(props: FieldProps<string | null>) {
  const { field, label, value, onChange, error, isReadOnly, language } = props
  const { primaryLanguage } = useRecordFrame()
  const { lang, dir } = useContentLanguage(language)
  const { user } = useSession()
  const api = useApi()
  const pictures = useMemo(
    () => ({
      upload: (file: File) => api.admin.media.upload(file),
      import: (url: string) => api.admin.media.import({ url }),
    }),
    [api],
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
        onChange={onChange}
        language={lang ?? primaryLanguage}
        dir={dir === 'auto' ? 'ltr' : dir}
        isReadOnly={isReadOnly}
        error={error}
        canEditSource={user.role === 'admin'}
        pickImage={usePickPicture()}
        pickLink={usePickLink()}
        pictures={pictures}
      />
    </div>
  )
}
