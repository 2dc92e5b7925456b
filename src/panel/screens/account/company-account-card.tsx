import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { ApiProblem } from '../../../client/api-problem.ts'
import { queryClient, useSession } from '../../app/api/api.ts'
import { adoptSession } from '../../app/api/session.ts'
import { useSignInMethods } from '../../app/api/use-sign-in-methods.ts'
import { Button } from '../../app/design/button.tsx'
import { Card } from '../../app/design/card.tsx'
import { ConfirmDialog } from '../../app/design/dialog.tsx'
import { Notice } from '../../app/design/notice.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { showToast } from '../../app/design/toasts.tsx'
import { useSubmission } from '../../app/design/use-submission.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { confirmConnection, connectProvider, disconnectProvider } from './account-api.ts'

/** The connection of the account with a person of the identity provider; nothing where there is none. */
export function CompanyAccountCard() {
  const words = useWords('company_account')
  const { user } = useSession()
  const methods = useSignInMethods()
  const { failure, isPending, submit } = useSubmission()
  const finishing = useConnection()
  const [asked, setAsked] = useState<'connect' | 'disconnect' | null>(null)
  if (!methods?.provider) return null
  const { name } = methods.provider
  const hasAccount = user.role !== null
  const isAwake = user.procurement_roles !== null
  const isAsleep = user.is_connection_asleep === true
  // A way in that is left without the connection.
  const hasOther = methods.password && user.has_password !== false
  const state = !hasAccount
    ? 'without_account'
    : isAwake
      ? hasOther
        ? 'connected'
        : 'connected_alone'
      : isAsleep
        ? 'connection_asleep'
        : 'not_connected'

  async function connect() {
    location.href = await connectProvider()
  }
  async function disconnect() {
    await disconnectProvider()
    setAsked(null)
    showToast(words('disconnected'))
    // With the roles that are left.
    await adoptSession()
    await queryClient.invalidateQueries()
  }
  return (
    <Card title={words('company_account')}>
      <div className="stack">
        {finishing !== null && <ConnectionProblem failure={finishing} />}
        <p className={isAwake || isAsleep ? undefined : 'muted'}>{words(state, { name })}</p>
        {hasAccount && (
          <div className="account-actions">
            {!isAwake && (
              <Button onPress={() => setAsked('connect')}>
                {words(isAsleep ? 'connect_again' : 'connect')}
              </Button>
            )}
            {(isAwake || isAsleep) && hasOther && (
              <Button onPress={() => setAsked('disconnect')}>{words('disconnect')}</Button>
            )}
          </div>
        )}
      </div>
      {asked && (
        <ConfirmDialog
          title={words(asked)}
          isOpen
          action={words(asked)}
          isPending={isPending}
          onConfirm={() => void submit(asked === 'disconnect' ? disconnect : connect)}
          onClose={() => setAsked(null)}
        >
          <p>{words(`${asked}_text`, { name })}</p>
          {failure !== null && <ProblemNotice error={failure} />}
        </ConfirmDialog>
      )}
    </Card>
  )
}

/** Finishes connecting with the ticket in the address. Returns why that did not work, or null. */
function useConnection(): unknown {
  const words = useWords('company_account')
  const ticket = new URLSearchParams(useSearch()).get('ticket')
  const isTaken = useRef(false)
  const [, navigate] = useLocation()
  const { failure, submit } = useSubmission()
  useEffect(() => {
    if (ticket === null || isTaken.current) return
    isTaken.current = true
    navigate('/account', { replace: true })
    void submit(async () => {
      await confirmConnection(ticket)
      showToast(words('connected_now'))
      await queryClient.invalidateQueries()
    })
  })
  return failure
}

function ConnectionProblem({ failure }: { failure: unknown }) {
  const words = useWords('company_account')
  const status = failure instanceof ApiProblem ? failure.status : null
  if (status !== 409 && status !== 422) return <ProblemNotice error={failure} />
  return (
    <Notice icon="warning" tone="danger">
      {words(status === 409 ? 'linked_elsewhere' : 'problem_expired')}
    </Notice>
  )
}
