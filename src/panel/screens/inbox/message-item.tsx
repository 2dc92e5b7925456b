import { Link as RacLink } from 'react-aria-components'
import type { Message } from '../../../client/index.ts'
import { useFormat } from '../../app/design/use-format.ts'
import { useWords } from '../../app/words/words-context.tsx'

type MessageItemProps = { message: Message; href: string; isOpen: boolean }

/** A message in the list: sender, subject, beginning of the text, time. */
export function MessageItem({ message, href, isOpen }: MessageItemProps) {
  const t = useWords('inbox')
  const { formatRelative } = useFormat()
  const { name, subject, message: text, created_at, read } = message
  return (
    <li className={read ? 'inbox-item' : 'inbox-item inbox-item-unread'}>
      <RacLink href={href} className="inbox-link" {...(isOpen && { 'aria-current': 'true' })}>
        <span className="inbox-item-head">
          {!read && <span className="visually-hidden">{t('unread')}: </span>}
          <span className="inbox-sender" dir="auto">
            {name}
          </span>
          <time dateTime={created_at} className="muted small">
            {formatRelative(created_at)}
          </time>
        </span>
        <span className="inbox-subject" dir="auto">
          {subject ?? t('no_subject')}
        </span>
        <span className="inbox-beginning muted" dir="auto">
          {text.slice(0, 160)}
        </span>
      </RacLink>
    </li>
  )
}
