// What an admin may end together with a password or second factors: API tokens, and the connection with a company account.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Account, ApiToken, FactorReset } from '../../../client/index.ts'
import { useApi, useSession } from '../../app/api/api.ts'
import { useSignInMethods } from '../../app/api/use-sign-in-methods.ts'
import { FieldGroup } from '../../app/design/field-group.tsx'
import { Checkbox } from '../../app/design/fields.tsx'
import { showToast } from '../../app/design/toasts.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useWords } from '../../app/words/words-context.tsx'

type Endings = Pick<FactorReset, 'revoke_tokens' | 'disconnect'>

/**
 * The boxes, ticked at first, and what they stand for. `settle` resolves with null where there are API tokens that were not shown yet:
 * nothing is revoked that nobody could see.
 */
export function useAccessEndings(account: Account, { hasPassword }: { hasPassword: boolean }) {
  const { user } = useSession()
  const api = useApi()
  const queries = useQueryClient()
  const t = useWords('people')
  const methods = useSignInMethods()
  const [revokes, setRevokes] = useState(true)
  const [disconnects, setDisconnects] = useState(true)
  const [isSettling, setSettling] = useState(false)
  const isOwn = account.id === user.accountId
  const query = {
    queryKey: ['tokens', account.id],
    queryFn: async () => (await api.admin.tokens.list({ user_id: account.id })).items.filter(isValid),
    // As they are now, each time.
    staleTime: 0,
    gcTime: 0,
  }
  const { data: tokens, isError } = useQuery({ ...query, enabled: !isOwn })
  const hasTokens = isError || (tokens !== undefined && tokens.length > 0)
  // An account keeps a way in.
  const canDisconnect = !isOwn && account.is_connected && hasPassword && methods?.password === true
  const endings: Endings = {
    ...(hasTokens && { revoke_tokens: revokes }),
    ...(canDisconnect && { disconnect: disconnects }),
  }

  async function settle(): Promise<Endings | null> {
    if (isOwn || tokens || isError) return endings
    setSettling(true)
    const found = await queries.fetchQuery(query).catch(() => null)
    setSettling(false)
    if (found?.length === 0) return endings
    showToast(t('tokens_first'))
    return null
  }
  const boxes = (hasTokens || canDisconnect) && (
    <EndingBoxes
      tokens={hasTokens ? { items: tokens ?? null, isTicked: revokes, onTick: setRevokes } : null}
      connection={canDisconnect ? { isTicked: disconnects, onTick: setDisconnects } : null}
    />
  )
  return { boxes, settle, isSettling }
}

const isValid = ({ expires_at }: ApiToken) => Date.parse(expires_at) > Date.now()

type Box = { isTicked: boolean; onTick: (isTicked: boolean) => void }

type EndingBoxesProps = {
  /** `items` null: they could not be loaded. */
  tokens: (Box & { items: ApiToken[] | null }) | null
  connection: Box | null
}

function EndingBoxes({ tokens, connection }: EndingBoxesProps) {
  const t = useWords('people')
  return (
    <FieldGroup label={t('also_end')}>
      {() => (
        <>
          {tokens && (
            <Checkbox isSelected={tokens.isTicked} onChange={tokens.onTick}>
              {tokens.items ? t('end_tokens', { count: tokens.items.length }) : t('end_all_tokens')}
            </Checkbox>
          )}
          {tokens?.items && (
            <ul className="access-tokens muted small">
              {tokens.items.map((token) => (
                <TokenLine key={token.id} token={token} />
              ))}
            </ul>
          )}
          {connection && (
            <Checkbox isSelected={connection.isTicked} onChange={connection.onTick}>
              {t('end_connection')}
            </Checkbox>
          )}
        </>
      )}
    </FieldGroup>
  )
}

function TokenLine({ token: { name, hint, last_used_at: usedAt } }: { token: ApiToken }) {
  const words = useWords('account')
  const { formatRelative } = useFormat()
  return (
    <li>
      <span dir="auto">{name}</span> <code dir="ltr">{`${hint}…`}</code>
      {' · '}
      {usedAt ? words('token_used', { when: formatRelative(usedAt) }) : words('token_unused')}
    </li>
  )
}
