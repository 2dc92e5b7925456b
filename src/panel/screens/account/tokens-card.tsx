// The API tokens of the account: what each may do, when it was last used, and revoking it.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiToken } from '../../../client/index.ts'
import { useApi, useSchema, useSession } from '../../app/api/api.ts'
import { useIsCompanyAlone } from '../../app/api/use-sign-in-methods.ts'
import { Button } from '../../app/design/button.tsx'
import { Card } from '../../app/design/card.tsx'
import { Chip } from '../../app/design/chip.tsx'
import { ConfirmDialog } from '../../app/design/dialog.tsx'
import { useProblemMessage } from '../../app/design/problem-message.ts'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { showToast } from '../../app/design/toasts.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useLabel, useWords } from '../../app/words/words-context.tsx'
import { NewTokenDialog } from './new-token-dialog.tsx'

const TOKENS = ['tokens']
const WEEK_MS = 7 * 86_400_000

export function TokensCard() {
  const words = useWords('account')
  const api = useApi()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({ queryKey: TOKENS, queryFn: () => api.admin.tokens.list() })
  const [asked, setAsked] = useState<'create' | ApiToken | null>(null)
  const { user } = useSession()
  const isConnected = user.procurement_roles != null || user.is_connection_asleep === true
  const isRefused = useIsCompanyAlone() && !isConnected

  function close() {
    setAsked(null)
    void queries.invalidateQueries({ queryKey: TOKENS })
  }

  return (
    <Card title={words('tokens')}>
      <div className="stack">
        <p className="muted">{words('tokens_text')}</p>
        {isRefused && <p>{words('tokens_need_connection')}</p>}
        {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
        {data && data.items.length > 0 && (
          <ul className="token-list">
            {data.items.map((token) => (
              <TokenItem key={token.id} token={token} onRevoke={() => setAsked(token)} />
            ))}
          </ul>
        )}
        <div>
          <Button icon="plus" isDisabled={isRefused} onPress={() => setAsked('create')}>
            {words('new_token')}
          </Button>
        </div>
      </div>
      {asked === 'create' && <NewTokenDialog onClose={close} />}
      {asked !== null && asked !== 'create' && <RevokeDialog token={asked} onClose={close} />}
    </Card>
  )
}

function TokenItem({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  const words = useWords('account')
  const labelOf = useLabel()
  const { resources } = useSchema()
  const { formatInstant, formatRelative } = useFormat()
  const { name, hint, scopes, expires_at: expiry, last_used_at: usedAt, last_used_address: address } = token
  const left = Date.parse(expiry) - Date.now()
  const names = token.resources?.map((one) => {
    const resource = resources.find((known) => known.name === one)
    return resource ? labelOf(resource.label_plural) : one
  })
  return (
    <li className="token-item">
      <div className="token-head">
        <strong dir="auto">{name}</strong>
        <code className="muted" dir="ltr">
          {`${hint}…`}
        </code>
        <Button look="quiet" size="small" onPress={onRevoke} aria-label={words('revoke_named', { name })}>
          {words('revoke')}
        </Button>
      </div>
      <p className="token-chips">
        {scopes.map((scope) => (
          <Chip key={scope}>{words(`scope_${scope}`)}</Chip>
        ))}
        {names && <Chip tone="accent">{names.join(words('comma'))}</Chip>}
        {left <= 0 && <Chip tone="danger">{words('token_expired')}</Chip>}
        {left > 0 && left <= WEEK_MS && <Chip tone="warning">{words('token_expires_soon')}</Chip>}
      </p>
      <p className="muted small">
        {words('token_until', { date: formatInstant(expiry, 'date') })}
        {' · '}
        {usedAt ? words('token_used', { when: formatRelative(usedAt) }) : words('token_unused')}
        {address && (
          <>
            {' · '}
            <bdi dir="ltr">{address}</bdi>
          </>
        )}
      </p>
    </li>
  )
}

function RevokeDialog({ token: { id, name }, onClose }: { token: ApiToken; onClose: () => void }) {
  const words = useWords('account')
  const api = useApi()
  const describeProblem = useProblemMessage()
  const [isPending, setPending] = useState(false)

  async function revoke() {
    setPending(true)
    try {
      await api.admin.tokens.revoke(id)
      showToast(words('token_revoked'))
    } catch (error) {
      showToast(describeProblem(error).message, { tone: 'danger' })
    }
    onClose()
  }

  return (
    <ConfirmDialog
      title={words('revoke_title', { name })}
      isOpen
      action={words('revoke')}
      isDangerous
      isPending={isPending}
      onConfirm={() => void revoke()}
      onClose={onClose}
    >
      <p>{words('revoke_text')}</p>
    </ConfirmDialog>
  )
}
