import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { Button } from '../../app/design/button.tsx'
import { Dialog } from '../../app/design/dialog.tsx'
import { Checkbox, TextField } from '../../app/design/fields.tsx'
import { linkAddress } from '../editor-commands.ts'
import { useToolWords } from '../editor-words.ts'
import { leaveSelectedBlock } from '../schema/added-paragraph.ts'

export type PickLink = () => Promise<string | null>

type Link = { href: string; opensNewTab: boolean }

type Props = {
  link: Link | null
  /** Whether the text is asked for, because there is none to link. */
  asksText: boolean
  pickLink: PickLink
  pickFile?: PickLink | undefined
  onApply: (link: Link, text: string) => void
  onRemove: () => void
  onClose: () => void
}

/** Asks for the address of a link: typed, a page of the site, or a file. */
export function LinkDialog({ link, asksText, pickLink, pickFile, onApply, onRemove, onClose }: Props) {
  const t = useToolWords()
  const [address, setAddress] = useState(link?.href ?? '')
  const [text, setText] = useState('')
  const [opensNewTab, setNewTab] = useState(link?.opensNewTab ?? false)
  const [error, setError] = useState<string | null>(null)
  const choose = async (pick: PickLink) => {
    const picked = await pick()
    if (picked) setAddress(picked)
  }
  const apply = () => {
    const href = linkAddress(address)
    if (href) onApply({ href, opensNewTab }, text.trim())
    else setError(t('link_invalid'))
  }
  return (
    <Dialog
      title={t('link_title')}
      isOpen
      size="small"
      onClose={onClose}
      actions={
        <>
          {link && (
            <Button look="quiet" onPress={onRemove}>
              {t('link_remove')}
            </Button>
          )}
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button look="primary" onPress={apply}>
            {t('apply')}
          </Button>
        </>
      }
    >
      <div className="editor-form">
        <TextField
          autoFocus
          label={t('link_address')}
          description={t('link_address_hint')}
          dir="ltr"
          value={address}
          error={error}
          onChange={(value) => {
            setAddress(value)
            setError(null)
          }}
          onKeyDown={({ key }) => key === 'Enter' && apply()}
        />
        <div className="editor-choices">
          <Button size="small" onPress={() => choose(pickLink)}>
            {t('choose_page')}
          </Button>
          {pickFile && (
            <Button size="small" onPress={() => choose(pickFile)}>
              {t('choose_document')}
            </Button>
          )}
        </div>
        {asksText && <TextField label={t('link_text')} value={text} onChange={setText} />}
        <Checkbox isSelected={opensNewTab} onChange={setNewTab}>
          {t('link_new_tab')}
        </Checkbox>
      </div>
    </Dialog>
  )
}

type TextLinkProps = {
  editor: Editor
  pickLink: PickLink
  pickFile?: PickLink | undefined
  onClose: () => void
}

/** The dialog for the link at the cursor or for the selected text. */
export function TextLinkDialog({ editor, pickLink, pickFile, onClose }: TextLinkProps) {
  const { href, target } = editor.getAttributes('link')
  const link: Link | null = href ? { href, opensNewTab: target === '_blank' } : null
  const asksText = !link && editor.state.selection.empty
  const apply = ({ href, opensNewTab }: Link, text: string) => {
    const attrs = { href, target: opensNewTab ? '_blank' : null }
    const left = leaveSelectedBlock(editor.state)
    if (left) editor.view.dispatch(left)
    const chain = editor.chain().focus()
    if (asksText) {
      const shown = text || href.replace(/^(?:https?:\/\/|mailto:|tel:)/, '')
      chain.insertContent({ type: 'text', text: shown, marks: [{ type: 'link', attrs }] }).unsetMark('link')
    } else chain.extendMarkRange('link').setMark('link', attrs)
    chain.run()
    onClose()
  }
  const remove = () => {
    editor.chain().focus().unsetMark('link', { extendEmptyMarkRange: true }).run()
    onClose()
  }
  return (
    <LinkDialog
      link={link}
      asksText={asksText}
      pickLink={pickLink}
      pickFile={pickFile}
      onApply={apply}
      onRemove={remove}
      onClose={onClose}
    />
  )
}
