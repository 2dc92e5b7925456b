import { useQuery } from '@tanstack/react-query'
import type { MailChoices } from '../../../client/index.ts'
import { queryClient } from '../../app/api/api.ts'
import { getMailChoices, setMailChoices } from '../../app/api/discussion-api.ts'
import { announce } from '../../app/design/announce.ts'
import { Card } from '../../app/design/card.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { Select } from '../../app/design/select.tsx'
import { useSubmission } from '../../app/design/use-submission.ts'
import { useWords } from '../../app/words/words-context.tsx'

const CHOICES = ['at_once', 'daily', 'never'] as const
const queryKey = ['mail-choices']

/** When the user is mailed about what colleagues say. */
export function MailChoicesCard() {
  const words = useWords('account')
  const { data, error, refetch } = useQuery({ queryKey, queryFn: getMailChoices })
  const { failure, submit } = useSubmission()
  const options = CHOICES.map((id) => ({ id, label: words(`mails_${id}`) }))
  const choose = (changes: Partial<MailChoices>) =>
    void submit(async () => {
      queryClient.setQueryData(queryKey, await setMailChoices(changes))
      announce(words('mails_saved'))
    })
  return (
    <Card title={words('team_mails')}>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {failure !== null && <ProblemNotice error={failure} />}
      {data && (
        <div className="stack">
          <Select
            label={words('mention_mails')}
            options={options}
            value={data.mentions}
            onChange={(mentions) => choose({ mentions })}
          />
          <Select
            label={words('review_mails')}
            options={options}
            value={data.reviews}
            onChange={(reviews) => choose({ reviews })}
          />
        </div>
      )}
    </Card>
  )
}
