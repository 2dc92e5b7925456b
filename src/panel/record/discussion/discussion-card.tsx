import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { parseField } from '../../../text/content-language.ts'
import { queryClient } from '../../app/api/api.ts'
import { addComment, listComments } from '../../app/api/discussion-api.ts'
import { announce } from '../../app/design/announce.ts'
import { Chip } from '../../app/design/chip.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { useFormEditors } from '../../editor/form-editors.ts'
import { useRecordFrame, useRecordValues } from '../../records/record-context.ts'
import { CommentBox } from './comment-box.tsx'
import { CommentItem } from './comment-item.tsx'
import { type Anchor, findPassage, hasPassage, selectedPassage } from './passages.ts'
import { ReviewPart } from './review-part.tsx'

/** The review of the record and the comments on it, in the side column of its form. */
export function DiscussionCard() {
  const t = useWords('discussion')
  const { formatNumber } = useFormat()
  const { resource, recordId } = useRecordFrame()
  const values = useRecordValues()
  const editors = useFormEditors()
  const [anchor, setAnchor] = useState<Anchor | null>(null)
  const [showsResolved, setShowsResolved] = useState(false)
  const queryKey = ['comments', resource.name, recordId]
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => listComments(resource.name, recordId!),
    refetchOnWindowFocus: 'always',
  })
  useShownComment(data !== undefined, () => setShowsResolved(true))
  const reload = () => queryClient.invalidateQueries({ queryKey })
  const open = data?.filter(({ resolved_at }) => resolved_at === null) ?? []
  const resolved = data?.filter(({ resolved_at }) => resolved_at !== null) ?? []
  const shown = showsResolved ? data! : open

  const takeSelection = () => {
    const rich = resource.fields.filter(({ kind }) => kind === 'rich')
    for (const { name } of rich) {
      const editor = editors.get(name)
      const passage = editor && selectedPassage(name, editor)
      if (passage) return setAnchor(passage)
    }
  }
  const show = (passage: Anchor) => {
    const editor = editors.get(passage.field)
    const place = editor && findPassage(editor.state.doc, passage)
    if (!place) return announce(t('passage_gone'))
    editors.reveal(parseField(passage.field).key)
    requestAnimationFrame(() => editor.chain().focus().setTextSelection(place).scrollIntoView().run())
  }

  return (
    <section className="card discussion" aria-label={t('title')}>
      <h2>
        {t('title')} {open.length > 0 && <span className="badge">{formatNumber(open.length)}</span>}
      </h2>
      <ReviewPart />
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {shown.length > 0 && (
        <ul className="comment-list">
          {shown.map((comment) => (
            <CommentItem
              key={comment.id}
              comment={comment}
              onShow={
                comment.anchor && hasPassage(values[comment.anchor.field], comment.anchor)
                  ? () => show(comment.anchor!)
                  : null
              }
              onChanged={reload}
            />
          ))}
        </ul>
      )}
      {resolved.length > 0 && (
        <label className="comment-filter">
          <input
            type="checkbox"
            checked={showsResolved}
            onChange={(event) => setShowsResolved(event.target.checked)}
          />{' '}
          {t('show_resolved', { count: resolved.length })}
        </label>
      )}
      {anchor && (
        <Chip onRemove={() => setAnchor(null)} removeLabel={t('without_passage')}>
          <bdi className="comment-anchor">{t('about_passage', { quote: anchor.quote })}</bdi>
        </Chip>
      )}
      <CommentBox
        label={t('new_comment')}
        action={t('send')}
        onFocus={takeSelection}
        onSend={async (body) => {
          await addComment(resource.name, recordId!, { body, anchor })
          setAnchor(null)
          await reload()
          announce(t('sent'))
        }}
      />
    </section>
  )
}

/** Goes to the comment that the address names, as the links of mails do. */
function useShownComment(isLoaded: boolean, showAll: () => void) {
  const show = useEffectEvent((id: string) => {
    if (!document.getElementById(id)) showAll()
    requestAnimationFrame(() => {
      const comment = document.getElementById(id)
      comment?.scrollIntoView({ block: 'center' })
      comment?.focus()
    })
  })
  useEffect(() => {
    const id = /^#comment-\d+$/.exec(location.hash)?.[0].slice(1)
    if (isLoaded && id) show(id)
  }, [isLoaded])
}
