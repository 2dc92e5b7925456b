import { useRef, useState } from 'react'
import type { Media } from '../../../client/index.ts'
import { fieldInAll } from '../../../text/content-language.ts'
import { useApi } from '../../app/api/api.ts'
import { announce } from '../../app/design/announce.ts'
import { Button } from '../../app/design/button.tsx'
import { TextField } from '../../app/design/fields.tsx'
import { Icon } from '../../app/design/icon.tsx'
import { useProblemMessage } from '../../app/design/problem-message.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { typesOf } from '../../media/media-names.ts'
import { usePickImage } from '../../media/media-picker.tsx'
import { useRecordFrame, useRecordValues } from '../../records/record-context.ts'
import type { FieldProps } from './field-props.ts'
import { useTextFrame } from './use-text-frame.ts'

/**
 * An image by its address, or uploaded; an upload brings its description along where there is none. The file input stands
 * outside of the text field, which would give it its value.
 */
export function ImageField(props: FieldProps<string | null>) {
  const { field, value, onChange, error, isReadOnly } = props
  const t = useWords('fields')
  const { upload, isPending, problem } = useUpload(field.name, onChange)
  return (
    <div className="image-field">
      <Preview url={value} />
      <div className="image-control">
        <TextField
          {...useTextFrame(props)}
          error={error ?? problem}
          dir="ltr"
          {...(!isReadOnly && { placeholder: '/media/…' })}
          spellCheck="false"
          autoComplete="off"
          inputMode="url"
        />
        {!isReadOnly && (
          <div className="button-row">
            <ChooseButton name={field.name} onChange={onChange} />
            <UploadButton onSelect={upload} isPending={isPending} />
            {value && (
              <Button look="quiet" icon="close" size="small" onPress={() => onChange(null)}>
                {t('remove')}
              </Button>
            )}
          </div>
        )}
      </div>
    </div>
  )
}

function UploadButton({ onSelect, isPending }: { onSelect: (file: File) => void; isPending: boolean }) {
  const t = useWords('fields')
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button icon="upload" size="small" isPending={isPending} onPress={() => input.current?.click()}>
        {t('upload_image')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={typesOf('image').join()}
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) onSelect(file)
          // The same file can be chosen again.
          target.value = ''
        }}
      />
    </>
  )
}

function ChooseButton({ name, onChange }: { name: string; onChange: (url: string) => void }) {
  const t = useWords('fields')
  const pickImage = usePickImage()
  const describe = useImageDescription(name)
  const choose = async () => {
    const image = await pickImage()
    if (!image) return
    onChange(image.url)
    describe(image)
  }
  return (
    <Button icon="image" size="small" onPress={choose}>
      {t('choose')}
    </Button>
  )
}

/** Fills in the descriptions of an image field, in each language, where there are none. */
function useImageDescription(name: string) {
  const values = useRecordValues()
  const { setValue } = useRecordFrame()
  return (image: Media) => {
    for (const key of fieldInAll('alt')) {
      const field = `${name}_${key}`
      if (image[key] && field in values && !values[field]) setValue(field, image[key])
    }
  }
}

function Preview({ url }: { url: string | null }) {
  const [broken, setBroken] = useState<string | null>(null)
  const isShown = Boolean(url) && broken !== url
  return (
    <div className="image-preview">
      {isShown ? (
        <img src={url!} alt="" onError={() => setBroken(url)} />
      ) : (
        <Icon name={url ? 'warning' : 'image'} size={24} />
      )}
    </div>
  )
}

function useUpload(name: string, onChange: (url: string) => void) {
  const t = useWords('fields')
  const api = useApi()
  const describe = useProblemMessage()
  const fillDescription = useImageDescription(name)
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const upload = async (file: File) => {
    setPending(true)
    setProblem(undefined)
    try {
      const image = await api.admin.media.upload(file)
      onChange(image.url)
      fillDescription(image)
      announce(t('image_uploaded'))
    } catch (error) {
      const { message } = describe(error)
      setProblem(message)
      announce(message, 'assertive')
    } finally {
      setPending(false)
    }
  }
  return { upload, isPending, problem }
}
