// Parts of the frame that are loaded after it: the foot of the sidebar, and help.
import { useEffect, useState } from 'react'
import { Button as RacButton } from 'react-aria-components'
import { Icon } from '../../app/design/icon.tsx'
import { lazyPart } from '../../app/design/lazy-part.tsx'
import { loadTexts } from '../../app/words/dictionaries.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { useWebsiteAddress } from '../../records/website-page.tsx'

const HelpDialog = lazyPart(async () => {
  const [{ HelpDialog }] = await Promise.all([import('./help-dialog.tsx'), loadTexts('help')])
  return HelpDialog
})

const requests = new EventTarget()

/** The ways out of the panel and to its help. */
export function SidebarFoot({ onFollow }: { onFollow: () => void }) {
  const t = useWords('shell')
  const addressOf = useWebsiteAddress()
  return (
    <>
      <a
        className="navigation-link"
        href={addressOf('/')}
        target="_blank"
        rel="noreferrer"
        onClick={onFollow}
      >
        <Icon name="external" />
        <span>{t('view_site')}</span>
      </a>
      <RacButton
        className="navigation-link"
        onPress={() => {
          onFollow()
          requests.dispatchEvent(new Event('help'))
        }}
      >
        <Icon name="info" />
        <span>{t('help')}</span>
        <kbd dir="ltr">?</kbd>
      </RacButton>
    </>
  )
}

/** Opens help when the sidebar asks for it, and by a question mark where that writes nothing. */
export function Help() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const open = () => setOpen(true)
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isQuestionMark(event) || isWriting(event.target) || isInDialog()) return
      event.preventDefault()
      open()
    }
    requests.addEventListener('help', open)
    addEventListener('keydown', onKeyDown)
    return () => {
      requests.removeEventListener('help', open)
      removeEventListener('keydown', onKeyDown)
    }
  }, [])
  return isOpen && <HelpDialog onClose={() => setOpen(false)} />
}

/** Of an English or a Persian keyboard. */
const isQuestionMark = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  (key === '?' || key === '؟') && !ctrlKey && !metaKey && !altKey

const isWriting = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input:not([type=checkbox], [type=radio]), textarea, [contenteditable=true]') !== null

const isInDialog = () => document.querySelector('[role=dialog], [role=alertdialog]') !== null
