// The steps of a review, from the card that shows it and from the buttons that publish.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { queryClient, useSession } from '../../app/api/api.ts'
import { getReview, type ReviewAction, takeReviewStep } from '../../app/api/discussion-api.ts'
import { isEditor } from '../../app/api/session.ts'
import { announce } from '../../app/design/announce.ts'
import { FormDialog } from '../../app/design/form-dialog.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { TextField } from '../../app/design/text-field.tsx'
import { useSubmission } from '../../app/design/use-submission.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { useRecordFrame } from '../../records/record-context.ts'

type Answer = 'return' | 'approve'

/** The review of the record in the form, and the steps that the user may take; null while it is not known. */
export function useReview() {
  const { user } = useSession()
  const { resource, recordId } = useRecordFrame()
  const { data } = useQuery({
    queryKey: ['review', resource.name, recordId],
    queryFn: () => getReview(resource.name, recordId!),
    refetchOnWindowFocus: 'always',
    enabled: recordId !== null,
  })
  if (!data) return null
  const { review, etag, needs_approval } = data
  const isOpen = review?.state === 'requested'
  const isMine = review?.requested_by_id === user.accountId
  const answers: Answer[] = isOpen && isEditor(user) && !isMine ? ['return', 'approve'] : []
  return {
    review,
    etag,
    /** Whether it waits for an answer. */
    isOpen,
    isMine,
    /** Whether the user can publish only what somebody else has approved. */
    needsApproval: needs_approval || !isEditor(user),
    answers,
  }
}

/** The dialog of a step. Asking for a review saves the form first. */
export function useReviewSteps(save: () => Promise<unknown>): {
  begin: (action: ReviewAction) => Promise<void>
  dialog: ReactNode
} {
  const [action, setAction] = useState<ReviewAction | null>(null)
  return {
    async begin(next) {
      if (next !== 'request' || (await save())) setAction(next)
    },
    dialog: action && <StepDialog action={action} onClose={() => setAction(null)} />,
  }
}

function StepDialog({ action, onClose }: { action: ReviewAction; onClose: () => void }) {
  const t = useWords('discussion')
  const { resource, recordId } = useRecordFrame()
  const review = useReview()
  const [note, setNote] = useState('')
  const { failure, isPending, submit } = useSubmission()
  // Only an answer is about exactly what was read.
  const isAnswer = action === 'approve' || action === 'return'
  const [etag] = useState(isAnswer ? (review?.etag ?? null) : null)
  const send = () =>
    submit(async () => {
      const answer = await takeReviewStep(resource.name, recordId!, { action, note, etag })
      queryClient.setQueryData(['review', resource.name, recordId], answer)
      void queryClient.invalidateQueries({ queryKey: ['waiting'] })
      announce(t(`done_${action}`))
      onClose()
    })
  return (
    <FormDialog
      title={t(`action_${action}`)}
      action={t(`action_${action}`)}
      {...{ isPending, onClose }}
      onSubmit={send}
    >
      <p>{t(`about_${action}`)}</p>
      {failure !== null && <ProblemNotice error={failure} />}
      {action !== 'withdraw' && (
        <TextField label={t('note')} value={note} onChange={setNote} rows={3} dir="auto" autoFocus />
      )}
    </FormDialog>
  )
}
