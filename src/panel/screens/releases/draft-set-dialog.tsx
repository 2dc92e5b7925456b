// A dialog around the choice of drafts: what is added to a release, or seen on the site.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiProblem } from '../../../client/api-problem.ts'
import { type Item, itemOf, keyOf, listDrafts } from '../../app/api/release-api.ts'
import { FormDialog } from '../../app/design/form-dialog.tsx'
import { Notice } from '../../app/design/notice.tsx'
import { useProblemMessage } from '../../app/design/problem-message.ts'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { Waiting } from '../../app/design/spinner.tsx'
import { useSubmission } from '../../app/design/use-submission.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { DraftPicker } from './draft-picker.tsx'

type DraftSetDialogProps = {
  title: string
  action: string
  /** Those that are not offered. */
  without?: readonly Item[]
  /** All are chosen at first. */
  beginsWithAll?: boolean
  /** Further fields of the dialog. */
  children?: ReactNode
  onChoose: (items: Item[]) => Promise<unknown>
  onClose: () => void
}

export function DraftSetDialog(props: DraftSetDialogProps) {
  const { title, action, without = [], beginsWithAll = false, children, onChoose, onClose } = props
  const t = useWords('releases')
  const describe = useProblemMessage()
  const { failure, isPending, submit } = useSubmission()
  const [touched, setChosen] = useState<ReadonlySet<string> | null>(null)
  const [isMissing, setMissing] = useState(false)
  const { data, error, refetch } = useQuery({ queryKey: ['drafts', 'all'], queryFn: listDrafts })
  const left = new Set(without.map(keyOf))
  const drafts = data?.filter((draft) => !left.has(keyOf(draft))) ?? []
  const chosen = touched ?? new Set(beginsWithAll ? drafts.map(keyOf) : [])
  const items = drafts.filter((draft) => chosen.has(keyOf(draft))).map(itemOf)
  async function send() {
    setMissing(items.length === 0)
    if (items.length > 0) await submit(() => onChoose(items))
  }
  const isTaken =
    failure instanceof ApiProblem && failure.errors.some(({ code }) => code === ('in_use' as string))
  const problem = isMissing
    ? t('choose_drafts')
    : isTaken
      ? t('in_another')
      : failure
        ? describe(failure).message
        : null
  return (
    <FormDialog
      title={title}
      size="medium"
      action={drafts.length > 0 ? action : null}
      isPending={isPending}
      onSubmit={send}
      onClose={onClose}
    >
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data && drafts.length === 0 && (
        <p className="muted">{t(left.size > 0 ? 'no_more_drafts' : 'no_drafts')}</p>
      )}
      {drafts.length > 0 && (
        <>
          {children}
          <DraftPicker drafts={drafts} chosen={chosen} onChange={setChosen} />
          {problem && (
            <div role="alert">
              <Notice icon="warning" tone="danger">
                <p>{problem}</p>
              </Notice>
            </div>
          )}
        </>
      )}
    </FormDialog>
  )
}
