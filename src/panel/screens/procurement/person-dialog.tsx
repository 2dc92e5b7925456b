import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient, useApi } from '../../app/api/api.ts'
import { TextField } from '../../app/design/fields.tsx'
import { FormDialog } from '../../app/design/form-dialog.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { Select } from '../../app/design/select.tsx'
import { Waiting } from '../../app/design/spinner.tsx'
import { showToast } from '../../app/design/toasts.tsx'
import { useSubmission } from '../../app/design/use-submission.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { procurementApi } from './procurement-api.ts'

type PersonDialogProps = { onClose: () => void }

/** With an identity provider, people are known by their subject there; without one, by their account here. */
export const PersonDialog = ({ hasProvider, ...props }: PersonDialogProps & { hasProvider: boolean }) =>
  hasProvider ? <SubjectDialog {...props} /> : <AccountDialog {...props} />

async function showAdded(text: string) {
  await queryClient.invalidateQueries({ queryKey: ['records', 'people'] })
  showToast(text)
}

const MAX_ACCOUNTS = 100

function AccountDialog({ onClose }: PersonDialogProps) {
  const words = useWords('procurement')
  const api = useApi()
  const { failure, isPending, submit } = useSubmission()
  const [chosen, setChosen] = useState<string | null>(null)
  const accounts = useQuery({
    queryKey: ['records', 'people', 'accounts'],
    async queryFn() {
      const [{ items }, people] = await Promise.all([
        api.admin.users.list({ page: 1, per_page: MAX_ACCOUNTS }),
        procurementApi.users.list(),
      ])
      const subjects = new Set(people.items.map(({ subject }) => subject))
      return items
        .map(({ id, name, email }) => ({ id: `local:${id}`, label: name, detail: email }))
        .filter(({ id }) => !subjects.has(id))
    },
  })
  const options = accounts.data ?? []
  const subject = chosen ?? options[0]?.id ?? null
  const add = () =>
    submit(async () => {
      await procurementApi.users.create({ subject: subject! })
      await showAdded(words('saved'))
      onClose()
    })
  return (
    <FormDialog
      title={words('new_person')}
      onClose={onClose}
      action={subject === null ? null : words('add')}
      isPending={isPending}
      onSubmit={add}
    >
      {failure !== null && <ProblemNotice error={failure} />}
      {accounts.error && <ProblemNotice error={accounts.error} onRetry={() => void accounts.refetch()} />}
      {accounts.isPending && <Waiting />}
      {accounts.data?.length === 0 && <p>{words('no_accounts')}</p>}
      {subject !== null && (
        <Select label={words('account_of_panel')} value={subject} options={options} onChange={setChosen} />
      )}
    </FormDialog>
  )
}

/** As the service takes it. */
const SUBJECT = /^(?!local:)[\x20-\x7e]{1,255}$/i

function SubjectDialog({ onClose }: PersonDialogProps) {
  const words = useWords('procurement')
  const { failure, isPending, submit } = useSubmission()
  const [subject, setSubject] = useState('')
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [isChecked, setChecked] = useState(false)
  const isWrong = !SUBJECT.test(subject.trim())

  const add = () =>
    submit(async () => {
      setChecked(true)
      if (isWrong) return
      await procurementApi.users.create({
        subject: subject.trim(),
        ...(name.trim() && { display_name: name.trim() }),
        ...(email.trim() && { email: email.trim() }),
      })
      await showAdded(words('saved'))
      onClose()
    })
  return (
    <FormDialog
      title={words('new_person')}
      onClose={onClose}
      action={words('add')}
      isPending={isPending}
      onSubmit={add}
    >
      {failure !== null && <ProblemNotice error={failure} />}
      <TextField
        label={words('subject')}
        description={words('subject_help')}
        isRequired
        dir="ltr"
        value={subject}
        error={isChecked && isWrong ? words('enter_subject') : null}
        onChange={setSubject}
      />
      <TextField label={words('display_name')} value={name} onChange={setName} />
      <TextField label={words('email')} type="email" dir="ltr" value={email} onChange={setEmail} />
    </FormDialog>
  )
}
