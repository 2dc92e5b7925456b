import { useState } from 'react'
import { useSearch } from 'wouter'
import type { Proof } from '../../../client/index.ts'
import { queryClient, useSession } from '../../app/api/api.ts'
import { adoptSession } from '../../app/api/session.ts'
import { useSignInMethods } from '../../app/api/use-sign-in-methods.ts'
import { Button } from '../../app/design/button.tsx'
import { Card } from '../../app/design/card.tsx'
import { Notice } from '../../app/design/notice.tsx'
import { showToast } from '../../app/design/toasts.tsx'
import { useWords } from '../../app/words/words-context.tsx'
import { connectProvider, disconnectProvider } from './account-api.ts'
import { ProofDialog } from './proof-dialog.tsx'

/** The connection of the account with a person of the identity provider; nothing where there is none. */
export function CompanyAccountCard() {
  const words = useWords('company_account')
  const { user } = useSession()
  const methods = useSignInMethods()
  const search = useSearch()
  const [isAsking, setAsking] = useState(false)
  if (!methods?.provider) return null
  const { name } = methods.provider
  const hasAccount = user.role !== null
  const isConnected = user.procurement_roles !== null
  const isElsewhere = !isConnected && new URLSearchParams(search).get('problem') === 'linked_elsewhere'

  async function connect(proof: Proof) {
    location.href = await connectProvider(proof)
  }
  async function disconnect(proof: Proof) {
    await disconnectProvider(proof)
    setAsking(false)
    showToast(words('disconnected'))
    // With the roles that are left.
    await adoptSession()
    await queryClient.invalidateQueries()
  }
  return (
    <Card title={words('company_account')}>
      <div className="stack">
        {isElsewhere && (
          <Notice icon="warning" tone="danger">
            {words('linked_elsewhere')}
          </Notice>
        )}
        <p className={isConnected ? undefined : 'muted'}>
          {words(!hasAccount ? 'without_account' : isConnected ? 'connected' : 'not_connected', { name })}
        </p>
        {hasAccount && (
          <div>
            <Button onPress={() => setAsking(true)}>{words(isConnected ? 'disconnect' : 'connect')}</Button>
          </div>
        )}
      </div>
      {isAsking && (
        <ProofDialog
          title={words(isConnected ? 'disconnect' : 'connect')}
          text={words(isConnected ? 'disconnect_text' : 'connect_text', { name })}
          action={words(isConnected ? 'disconnect' : 'connect')}
          onClose={() => setAsking(false)}
          onProof={isConnected ? disconnect : connect}
        />
      )}
    </Card>
  )
}
