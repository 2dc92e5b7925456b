import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '../../../client/index.ts'
import { queryClient, useApi } from '../../app/api/api.ts'
import { Button } from '../../app/design/button.tsx'
import { EmptyState } from '../../app/design/empty-state.tsx'
import { Checkbox, TextField } from '../../app/design/fields.tsx'
import { FormDialog } from '../../app/design/form-dialog.tsx'
import { PageHeader } from '../../app/design/page-header.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { Waiting } from '../../app/design/spinner.tsx'
import { showToast, useAttempt } from '../../app/design/toasts.tsx'
import { useReady } from '../../app/design/use-ready.ts'
import { useSubmission } from '../../app/design/use-submission.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { Pager } from './pager.tsx'

const PER_PAGE = 20

type Role = User['roles'][number]

/** The subjects that the service takes. */
const SUBJECT = /^(?!local:)[\x20-\x7e]{1,255}$/i

const ROLES: readonly Role[] = ['requester', 'buyer', 'approver', 'storekeeper', 'auditor', 'admin']

/** The people of the procurement and their roles. */
export function PeopleScreen({ title }: { title: string }) {
  const words = useWords('procurement')
  const api = useApi()
  const [page, setPage] = useState(1)
  const [isAdding, setAdding] = useState(false)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['records', 'people', page],
    queryFn: () => api.procurement.users.list({ page, per_page: PER_PAGE }),
  })
  useReady(!isPending)
  return (
    <>
      <PageHeader
        title={title}
        description={words('people_help')}
        actions={
          <Button look="primary" icon="plus" onPress={() => setAdding(true)}>
            {words('new_person')}
          </Button>
        }
      />
      {isPending && <Waiting />}
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {data?.total === 0 && <EmptyState icon="users" title={words('no_people')} />}
      {data && data.total > 0 && (
        <ul className="people">
          {data.items.map((person) => (
            <Person key={person.id} person={person} />
          ))}
        </ul>
      )}
      {data && <Pager page={page} perPage={PER_PAGE} total={data.total} onChange={setPage} />}
      {isAdding && <PersonDialog onClose={() => setAdding(false)} />}
    </>
  )
}

function Person({ person }: { person: User }) {
  const words = useWords('procurement')
  const api = useApi()
  const { attempt } = useAttempt()
  const [pending, setPending] = useState<Role | null>(null)
  async function setRole(role: Role, isGiven: boolean) {
    setPending(role)
    const values = { name: person.display_name, role: words(`${role}_role`) }
    await attempt(async () => {
      const { users } = api.procurement
      await (isGiven ? users.assignRole(person.id, role) : users.removeRole(person.id, role))
      await queryClient.invalidateQueries({ queryKey: ['records', 'people'] })
      showToast(words(isGiven ? 'role_given' : 'role_taken', values))
    })
    setPending(null)
  }
  return (
    <li className="card person">
      <div className="person-name">
        <h2>{person.display_name}</h2>
        <p className="muted small">
          {person.email && <bdi>{person.email}</bdi>} <code dir="ltr">{person.subject}</code>
        </p>
      </div>
      <fieldset className="person-roles">
        <legend className="visually-hidden">{`${words('roles')}: ${person.display_name}`}</legend>
        {ROLES.map((role) => (
          <Checkbox
            key={role}
            isSelected={person.roles.includes(role)}
            isDisabled={pending === role}
            onChange={(isGiven) => void setRole(role, isGiven)}
          >
            {words(`${role}_role`)}
          </Checkbox>
        ))}
      </fieldset>
    </li>
  )
}

function PersonDialog({ onClose }: { onClose: () => void }) {
  const words = useWords('procurement')
  const api = useApi()
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
      await api.procurement.users.create({
        subject: subject.trim(),
        ...(name.trim() && { display_name: name.trim() }),
        ...(email.trim() && { email: email.trim() }),
      })
      await queryClient.invalidateQueries({ queryKey: ['records', 'people'] })
      showToast(words('saved'))
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
