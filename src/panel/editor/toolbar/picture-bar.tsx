import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { Button } from '../../app/design/button.tsx'
import { TextField } from '../../app/design/fields.tsx'
import { alignmentIn } from '../editor-commands.ts'
import { useToolWords } from '../editor-words.ts'
import { linkInstead } from '../pictures/link-instead.ts'
import {
  alignPicture,
  changePicture,
  pictureAttributes,
  removePictures,
  type SelectedPicture,
  selectedPicture,
} from '../pictures/picture-commands.ts'
import { isExternal, type PickedImage, type PictureJobs } from '../pictures/picture-jobs.ts'
import { useEditorState } from '../use-editor-state.ts'
import { AlignMenu } from './format-menus.tsx'
import { LinkDialog, type PickLink } from './link-dialog.tsx'
import { ToolButton, ToolToggle } from './tool-button.tsx'

type Props = {
  editor: Editor
  jobs: PictureJobs
  pickImage: () => Promise<PickedImage | null>
  pickLink: PickLink
}

/** The tools of a selected picture or caption: alt text, title, alignment, link, replacement. */
export function PictureBar(props: Props) {
  const picture = useEditorState(props.editor, selectedPicture)
  return picture && <Fields {...props} picture={picture} key={picture.position} />
}

function Fields({ editor, jobs, pickImage, pickLink, picture }: Props & { picture: SelectedPicture }) {
  const t = useToolWords()
  const [isLinking, setLinking] = useState(false)
  const { position, attributes, isBlock } = picture
  const change = (changes: Record<string, string | null>) => changePicture(editor, position, changes)
  const replace = async () => {
    const image = await pickImage()
    if (!image) return
    const { alt, ...others } = pictureAttributes(image)
    change({ ...others, alt: alt || (attributes.alt ?? '') })
    editor.commands.focus()
  }
  const src = attributes.src ?? ''
  return (
    <fieldset aria-label={t('picture_bar')} className="picture-bar">
      <TextField
        label={t('picture_alt')}
        placeholder={t('picture_alt_hint')}
        value={attributes.alt ?? ''}
        onChange={(alt) => change({ alt })}
      />
      <TextField
        label={t('picture_title')}
        value={attributes.imageTitle ?? ''}
        onChange={(title) => change({ imageTitle: title || null })}
      />
      <div className="picture-tools">
        <AlignMenu
          label={t('picture_alignment')}
          noneLabel={t('picture_in_text')}
          alignment={alignmentIn(attributes.class)}
          onChange={(alignment) => alignPicture(editor, picture, alignment)}
        />
        {isBlock && (
          <ToolToggle
            icon="link"
            label={t('picture_link')}
            isSelected={Boolean(attributes.href)}
            onPress={() => setLinking(true)}
          />
        )}
        <ToolButton icon="picture" label={t('picture_replace')} onPress={replace} />
        <ToolButton
          icon="trash-can"
          label={t('picture_remove')}
          onPress={() => {
            removePictures(editor, src)
            editor.commands.focus()
          }}
        />
        {isExternal(src) && (
          <>
            <Button size="small" onPress={() => jobs.retry(src)}>
              {t('picture_import')}
            </Button>
            <Button size="small" onPress={() => linkInstead(editor, src)}>
              {t('keep')}
            </Button>
          </>
        )}
      </div>
      {isLinking && (
        <LinkDialog
          link={
            attributes.href ? { href: attributes.href, opensNewTab: attributes.target === '_blank' } : null
          }
          asksText={false}
          pickLink={pickLink}
          onApply={({ href, opensNewTab }) => {
            change({ href, target: opensNewTab ? '_blank' : null })
            setLinking(false)
          }}
          onRemove={() => {
            change({ href: null, target: null, rel: null })
            setLinking(false)
          }}
          onClose={() => setLinking(false)}
        />
      )}
    </fieldset>
  )
}
