import { useEffect, useRef, useState } from 'react'
import type { Message, MessageMarks } from '../../../client/index.ts'
import { websiteOrigin } from '../../app/api/website-origin.ts'
import { Button, IconButton } from '../../app/design/button.tsx'
import { ConfirmDialog } from '../../app/design/dialog.tsx'
import { Icon } from '../../app/design/icon.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { Waiting } from '../../app/design/spinner.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { readable } from '../../records/readable-address.ts'
import { MessageWork } from './message-work.tsx'
import { replyAddress, replySubject } from './reply-address.ts'
import { type Done, useMessageChanges } from './use-message-changes.ts'

type MessagePaneProps = {
  message: Message | null
  error: unknown
  onRetry: () => void
  onClose: () => void
}

/** The open message, with what can be done with it. */
export function MessagePane({ message, error, onRetry, onClose }: MessagePaneProps) {
  const t = useWords('inbox')
  return (
    <article className="card inbox-pane" aria-label={t('open_message')}>
      {error !== null && (
        <>
          <ProblemNotice error={error} onRetry={onRetry} />
          {/* On narrow screens the list is away as long as a message is open. */}
          <div>
            <Button onPress={onClose}>{t('close_message')}</Button>
          </div>
        </>
      )}
      {!message && !error && <Waiting />}
      {message && <OpenMessage message={message} onClose={onClose} />}
    </article>
  )
}

function OpenMessage({ message, onClose }: { message: Message; onClose: () => void }) {
  const t = useWords('inbox')
  const heading = useRef<HTMLHeadingElement>(null)
  const { subject, spam } = message
  // The reader goes on with the message that was chosen in the list.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <>
      <header className="inbox-pane-header">
        <div className="inbox-pane-title">
          <h2 ref={heading} tabIndex={-1} dir="auto">
            {subject ?? t('no_subject')}
          </h2>
          <IconButton icon="close" label={t('close_message')} onPress={onClose} />
        </div>
        <MessageActions message={message} onClose={onClose} />
      </header>
      {spam && (
        <div className="notice notice-warning">
          <Icon name="warning" />
          <p className="notice-text">{t('is_spam')}</p>
        </div>
      )}
      <Sender message={message} />
      <p className="inbox-text" dir="auto">
        {message.message}
      </p>
      {!spam && <MessageWork message={message} />}
    </>
  )
}

function Sender({ message }: { message: Message }) {
  const t = useWords('inbox')
  const { formatInstant } = useFormat()
  const { name, email, phone, page, created_at } = message
  return (
    <dl className="inbox-sender-details">
      <dt>{t('from')}</dt>
      <dd>
        <bdi>{name}</bdi>{' '}
        <a className="link" href={`mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`} dir="ltr">
          {email}
        </a>
      </dd>
      {phone && (
        <>
          <dt>{t('phone')}</dt>
          <dd>
            <a className="link" href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} dir="ltr">
              {phone}
            </a>
          </dd>
        </>
      )}
      {page && (
        <>
          <dt>{t('page')}</dt>
          <dd>
            <a
              className="link"
              href={page.startsWith('/') ? `${websiteOrigin()}${page}` : page}
              target="_blank"
              rel="noreferrer"
              dir="ltr"
            >
              {readable(page)}
            </a>
          </dd>
        </>
      )}
      <dt>{t('received')}</dt>
      <dd>
        <time dateTime={created_at}>{formatInstant(created_at, 'long')}</time>
      </dd>
    </dl>
  )
}

function MessageActions({ message, onClose }: { message: Message; onClose: () => void }) {
  const t = useWords('inbox')
  const { formatInstant } = useFormat()
  const changes = useMessageChanges()
  const [isDeleting, setDeleting] = useState(false)
  const { id, name, email, subject, read, spam, state, created_at } = message
  const mark = (marks: MessageMarks, done: Done) => changes.mark([id], marks, done)
  const remove = async () => {
    if (await changes.remove([id])) onClose()
  }
  /** The mail program does not tell whether the answer was sent. */
  const markAnswered = () =>
    state !== 'answered' &&
    changes.mark(
      [id],
      { state: 'answered', read: true },
      'marked_answered',
      () => void changes.mark([id], { state }, `marked_${state}`),
    )
  const reply = replyAddress({
    email,
    message: message.message,
    subject: replySubject(subject ?? t('reply_subject')),
    introduction: t('reply_introduction', { name, time: formatInstant(created_at) }),
  })
  return (
    <div className="page-actions">
      <a className="button button-primary button-small" href={reply} onClick={() => void markAnswered()}>
        <Icon name="mail" />
        <span className="button-text">{t('reply')}</span>
      </a>
      <Button size="small" onPress={() => void mark({ read: !read }, read ? 'marked_unread' : 'marked_read')}>
        {t(read ? 'mark_unread' : 'mark_read')}
      </Button>
      <Button
        size="small"
        onPress={() => void mark({ spam: !spam }, spam ? 'marked_no_spam' : 'marked_spam')}
      >
        {t(spam ? 'mark_no_spam' : 'mark_spam')}
      </Button>
      <Button size="small" icon="trash" onPress={() => setDeleting(true)}>
        {t('delete')}
      </Button>
      <ConfirmDialog
        title={t('delete_title')}
        isOpen={isDeleting}
        action={t('delete')}
        isDangerous
        onConfirm={() => void remove().finally(() => setDeleting(false))}
        onClose={() => setDeleting(false)}
      >
        <p>{t('delete_text')}</p>
      </ConfirmDialog>
    </div>
  )
}
