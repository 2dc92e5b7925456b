import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { Button as RacButton, TextArea } from 'react-aria-components'
import { listPeople, type Person } from '../../app/api/discussion-api.ts'
import { Button } from '../../app/design/button.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { TextField } from '../../app/design/text-field.tsx'
import { useSubmission } from '../../app/design/use-submission.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { useRecordFrame } from '../../records/record-context.ts'
import { matching, mentionAt, withIds } from './mention-text.ts'

type CommentBoxProps = {
  label: string
  action: string
  /** As people write it, with `@Name`. */
  initial?: string
  onSend: (body: string) => Promise<unknown>
  onCancel?: () => void
  onFocus?: () => void
}

/** A field for the text of a comment; typing @ offers the colleagues who may read the record. */
export function CommentBox({ label, action, initial = '', onSend, onCancel, onFocus }: CommentBoxProps) {
  const t = useWords('discussion')
  const { resource, recordId } = useRecordFrame()
  const [text, setText] = useState(initial)
  const [caret, setCaret] = useState(0)
  const [chosen, setChosen] = useState(0)
  const [isClosed, setClosed] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const list = useId()
  const { failure, isPending, submit } = useSubmission()
  const { data: people = [] } = useQuery({
    queryKey: ['people', resource.name, recordId],
    queryFn: () => listPeople(resource.name, recordId!),
    staleTime: 60_000,
  })
  const mention = isClosed ? null : mentionAt(text, caret)
  const offered = mention ? matching(people, mention.word) : []
  const current = Math.min(chosen, offered.length - 1)

  const insert = ({ name }: Person) => {
    const before = `${text.slice(0, mention!.start)}@${name} `
    setText(before + text.slice(caret))
    setClosed(true)
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(before.length, before.length)
    })
  }
  const send = () =>
    submit(async () => {
      if (text.trim() === '') return area.current?.focus()
      await onSend(withIds(text, people))
      setText('')
    })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return void send()
    if (event.key === 'Escape' && offered.length === 0) return onCancel?.()
    if (offered.length === 0) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setChosen((current + step + offered.length) % offered.length)
    else if (event.key === 'Enter' || event.key === 'Tab') insert(offered[current]!)
    else if (event.key === 'Escape') setClosed(true)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="comment-box">
      <TextField
        label={label}
        description={t('mention_hint')}
        value={text}
        onChange={(value) => {
          setText(value)
          setCaret(area.current?.selectionStart ?? value.length)
          setChosen(0)
          setClosed(false)
        }}
        {...(onFocus && { onFocus })}
      >
        <TextArea
          ref={area}
          className="input"
          rows={3}
          dir="auto"
          maxLength={10_000}
          aria-autocomplete="list"
          {...(offered.length > 0 && {
            'aria-controls': list,
            'aria-activedescendant': `${list}-${offered[current]!.id}`,
          })}
          onKeyDown={onKeyDown}
          onSelect={() => setCaret(area.current?.selectionStart ?? 0)}
        />
      </TextField>
      {offered.length > 0 && (
        <div id={list} role="listbox" aria-label={t('people')} className="mention-list">
          {offered.map((person, index) => (
            <div
              key={person.id}
              id={`${list}-${person.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === current}
              className="mention-option"
              // The field keeps the focus.
              onPointerDown={(event) => {
                event.preventDefault()
                insert(person)
              }}
            >
              {person.name}
            </div>
          ))}
        </div>
      )}
      {failure !== null && <ProblemNotice error={failure} />}
      <div className="comment-actions">
        <Button size="small" look="primary" isPending={isPending} onPress={() => void send()}>
          {action}
        </Button>
        {onCancel && (
          <RacButton className="link link-button" onPress={onCancel}>
            {t('cancel')}
          </RacButton>
        )}
      </div>
    </div>
  )
}
