import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem } from '../../../client/api-problem.ts'
import type { Account, AccountChanges, FactorReset, FieldIssue, NewAccount } from '../../../client/index.ts'
import { useApi } from '../../app/api/api.ts'
import { isDeclined } from '../../app/api/declined-proof.ts'
import { useProblemMessage } from '../../app/design/problem-message.ts'
import { showToast } from '../../app/design/toasts.tsx'
import { useWords } from '../../app/words/words-context.tsx'

type Done =
  | 'created'
  | 'invited'
  | 'withdrawn'
  | 'factors_reset'
  | 'saved'
  | 'enabled'
  | 'disabled_done'
  | 'disconnected'
  | 'password_changed'
  | 'removed'

/** A failure: a sentence, and the fields that it concerns. */
export type UserProblem = { message: string; fields: Partial<Record<string, string>> }

/**
 * Writes of accounts; each resolves with its result, or null when it failed. `problem` is that of the last one; what concerns
 * no field is also said by a toast, unless `showsProblem`: the caller shows the sentence.
 */
export function useChangeUser({ showsProblem = false } = {}) {
  const api = useApi()
  const queries = useQueryClient()
  const problemMessage = useProblemMessage()
  const t = useWords('people')
  const procurement = useWords('procurement')
  const [problem, setProblem] = useState<UserProblem | null>(null)
  const [isPending, setPending] = useState(false)

  function describe(error: unknown): UserProblem {
    const { message } = problemMessage(error)
    if (!(error instanceof ApiProblem)) return { message, fields: {} }
    if (error.code === 'last_admin') return { message: t('last_admin'), fields: {} }
    if (error.code === 'stale') return { message: t('stale'), fields: {} }
    return {
      message,
      fields: Object.fromEntries(error.errors.map((issue) => [issue.path, fieldText(issue)])),
    }
  }

  const fieldText = ({ path, code }: FieldIssue) => {
    if (path === 'email') return t(code === 'taken' ? 'email_taken' : 'email_invalid')
    if (path === 'provider_subject')
      return code === 'taken' ? t('subject_taken') : procurement('enter_subject')
    return t(path === 'password' ? 'password_invalid' : 'name_invalid')
  }

  async function attempt<Result>(write: () => Promise<Result>, done: Done): Promise<Result | null> {
    setPending(true)
    setProblem(null)
    let result: Result | null = null
    try {
      result = await write()
      showToast(t(done))
    } catch (error) {
      if (isDeclined(error)) return null
      const described = describe(error)
      setProblem(described)
      if (Object.keys(described.fields).length === 0 && !showsProblem)
        showToast(described.message, { tone: 'danger' })
    } finally {
      setPending(false)
    }
    await queries.invalidateQueries({ queryKey: ['users'] })
    return result
  }

  const { users } = api.admin
  return {
    isPending,
    problem,
    create: (body: NewAccount) =>
      attempt(
        () => users.create(body),
        body.password === undefined && body.provider_subject === undefined ? 'invited' : 'created',
      ),
    change: ({ id, version }: Account, changes: AccountChanges, done: Done = 'saved') =>
      attempt(() => users.patch(id, changes, { version }), done),
    remove: ({ id, version }: Account) =>
      attempt(() => users.remove(id, { version }).then(() => true), 'removed'),
    invite: ({ id }: Account) => attempt(() => users.invite(id), 'invited'),
    resetFactors: ({ id }: Account, body: FactorReset) =>
      attempt(() => users.resetFactors(id, body).then(() => true), 'factors_reset'),
    withdraw: ({ id }: Account) => attempt(() => users.withdrawInvitation(id).then(() => true), 'withdrawn'),
  }
}
