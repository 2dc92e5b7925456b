import { useState } from 'react'
import { Button as RacButton } from 'react-aria-components'
import type { Comment, CommentChanges } from '../../../client/index.ts'
import { useSession } from '../../app/api/api.ts'
import { changeComment, removeComment } from '../../app/api/discussion-api.ts'
import { isEditor } from '../../app/api/session.ts'
import { announce } from '../../app/design/announce.ts'
import { Chip } from '../../app/design/chip.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useSubmission } from '../../app/design/use-submission.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { CommentBox } from './comment-box.tsx'
import { withNames } from './mention-text.ts'

type CommentItemProps = {
  comment: Comment
  /** Null where the words of the passage are gone. */
  onShow: (() => void) | null
  onChanged: () => Promise<unknown>
}

export function CommentItem({ comment, onShow, onChanged }: CommentItemProps) {
  const t = useWords('discussion')
  const { user } = useSession()
  const { formatRelative } = useFormat()
  const [isEditing, setEditing] = useState(false)
  const { failure, isPending, submit } = useSubmission()
  const { id, author, author_id, anchor, created_at, edited_at, resolved_at, resolved_by } = comment
  const isOwn = author_id === user.accountId
  const change = (changes: CommentChanges, said: string) =>
    submit(async () => {
      await changeComment(id, changes)
      await onChanged()
      announce(said)
    })
  const remove = () =>
    submit(async () => {
      await removeComment(id)
      await onChanged()
      announce(t('deleted'))
    })
  const isResolved = resolved_at !== null
  const of = { name: author }
  return (
    <li id={`comment-${id}`} className="comment" data-resolved={isResolved || undefined} tabIndex={-1}>
      <p className="comment-head">
        <bdi className="comment-author">{author}</bdi>
        <span className="muted small">
          {formatRelative(created_at)}
          {edited_at && ` ${t('edited')}`}
        </span>
        {isResolved && <Chip tone="good">{t('resolved_by', { name: resolved_by ?? '' })}</Chip>}
      </p>
      {anchor && (
        <blockquote className="comment-quote" dir="auto">
          {onShow ? (
            <RacButton className="link link-button" onPress={onShow}>
              {anchor.quote}
            </RacButton>
          ) : (
            <>
              {anchor.quote} <span className="muted small">{t('passage_gone')}</span>
            </>
          )}
        </blockquote>
      )}
      {isEditing ? (
        <CommentBox
          label={t('edit_comment')}
          action={t('save')}
          initial={withNames(comment)}
          onCancel={() => setEditing(false)}
          onSend={async (body) => {
            await changeComment(id, { body })
            await onChanged()
            setEditing(false)
          }}
        />
      ) : (
        <p className="comment-body" dir="auto">
          {withNames(comment)}
        </p>
      )}
      {failure !== null && <ProblemNotice error={failure} />}
      {!isEditing && (
        <div className="comment-actions">
          <RacButton
            className="link link-button"
            aria-label={t(isResolved ? 'reopen_of' : 'resolve_of', of)}
            isDisabled={isPending}
            onPress={() => void change({ resolved: !isResolved }, t(isResolved ? 'reopened' : 'resolved'))}
          >
            {t(isResolved ? 'reopen' : 'resolve')}
          </RacButton>
          {isOwn && (
            <RacButton
              className="link link-button"
              aria-label={t('edit_of', of)}
              onPress={() => setEditing(true)}
            >
              {t('edit')}
            </RacButton>
          )}
          {(isOwn || isEditor(user)) && (
            <RacButton
              className="link link-button"
              aria-label={t('delete_of', of)}
              isDisabled={isPending}
              onPress={() => void remove()}
            >
              {t('delete')}
            </RacButton>
          )}
        </div>
      )}
    </li>
  )
}
