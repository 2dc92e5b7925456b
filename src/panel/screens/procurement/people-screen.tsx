import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '../../../client/index.ts'
import { queryClient } from '../../app/api/api.ts'
import { useSignInMethods } from '../../app/api/use-sign-in-methods.ts'
import { Button } from '../../app/design/button.tsx'
import { EmptyState } from '../../app/design/empty-state.tsx'
import { Checkbox, Switch } from '../../app/design/fields.tsx'
import { PageHeader } from '../../app/design/page-header.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { Waiting } from '../../app/design/spinner.tsx'
import { showToast, useAttempt } from '../../app/design/toasts.tsx'
import { useReady } from '../../app/design/use-ready.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { Pager } from './pager.tsx'
import { PersonDialog } from './person-dialog.tsx'
import { procurementApi } from './procurement-api.ts'

const PER_PAGE = 20

type Role = User['roles'][number]

const ROLES: readonly Role[] = ['requester', 'buyer', 'approver', 'storekeeper', 'auditor', 'admin']

/** The people of the procurement and their roles. */
export function PeopleScreen({ title }: { title: string }) {
  const words = useWords('procurement')
  const [page, setPage] = useState(1)
  const [isAdding, setAdding] = useState(false)
  const methods = useSignInMethods()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['records', 'people', page],
    queryFn: () => procurementApi.users.list({ page, per_page: PER_PAGE }),
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
      {isAdding && methods && (
        <PersonDialog hasProvider={methods.provider !== null} onClose={() => setAdding(false)} />
      )}
    </>
  )
}

function Person({ person }: { person: User }) {
  const words = useWords('procurement')
  const { attempt, isPending } = useAttempt()
  const [pending, setPending] = useState<Role | null>(null)
  async function setRole(role: Role, isGiven: boolean) {
    setPending(role)
    const values = { name: person.display_name, role: words(`${role}_role`) }
    await attempt(async () => {
      const { users } = procurementApi
      await (isGiven ? users.assignRole(person.id, role) : users.removeRole(person.id, role))
      await queryClient.invalidateQueries({ queryKey: ['records', 'people'] })
      showToast(words(isGiven ? 'role_given' : 'role_taken', values))
    })
    setPending(null)
  }
  const setDisabled = (disabled: boolean) =>
    attempt(async () => {
      await procurementApi.users.change(person.id, { disabled }, { version: person.version })
      showToast(words(disabled ? 'person_disabled' : 'person_enabled', { name: person.display_name }))
    }).finally(() => queryClient.invalidateQueries({ queryKey: ['records', 'people'] }))
  return (
    <li className="card person">
      <div className="person-name">
        <h2>{person.display_name}</h2>
        <p className="muted small">
          {person.email && <bdi>{person.email}</bdi>} <code dir="ltr">{person.subject}</code>
        </p>
        <Switch
          isSelected={person.disabled}
          isDisabled={isPending}
          onChange={(isDisabled) => void setDisabled(isDisabled)}
        >
          {words('disabled')}
          <span className="visually-hidden">: {person.display_name}</span>
        </Switch>
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
