import { useState } from 'react'
import type { CreatedApiToken, NewApiToken } from '../../../client/index.ts'
import { useApi, useSchema, useSession } from '../../app/api/api.ts'
import { isEditor } from '../../app/api/session.ts'
import { Button } from '../../app/design/button.tsx'
import { Dialog } from '../../app/design/dialog.tsx'
import { FieldGroup } from '../../app/design/field-group.tsx'
import { Checkbox, TextField } from '../../app/design/fields.tsx'
import { FormDialog } from '../../app/design/form-dialog.tsx'
import { Icon } from '../../app/design/icon.tsx'
import { useProblemMessage } from '../../app/design/problem-message.ts'
import { Select } from '../../app/design/select.tsx'
import { useCopy } from '../../app/design/use-copy.ts'
import { useSubmission } from '../../app/design/use-submission.ts'
import { useLabel, useWords } from '../../app/words/words-context.tsx'

type Scope = Exclude<NewApiToken['scopes'][number], 'unattended'>

const DAY_MS = 86_400_000
const DAYS = [7, 30, 90, 365] as const

/** The scopes that the role can use; `unattended` is for assistants, which have their own way to one. */
function useScopes(): Scope[] {
  const { user } = useSession()
  const { media } = useSchema()
  if (isEditor(user))
    return [
      ...(['read', 'write', 'publish', 'delete', 'media', 'inbox', 'export'] as const),
      ...(user.role === 'admin' ? (['procurement'] as const) : []),
    ]
  return ['read', 'write', ...(media.actions.includes('create') ? (['media'] as const) : [])]
}

/** `chosen` with `item` or without it. */
const toggled = <Item,>(chosen: readonly Item[], item: Item, isOn: boolean) =>
  isOn ? [...chosen, item] : chosen.filter((other) => other !== item)

export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const words = useWords('account')
  const labelOf = useLabel()
  const api = useApi()
  const describeProblem = useProblemMessage()
  const { resources } = useSchema()
  const usable = useScopes()
  const { failure, issues, submit } = useSubmission()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<Scope[]>(['read'])
  const [isNarrow, setNarrow] = useState(false)
  const [names, setNames] = useState<string[]>([])
  const [days, setDays] = useState('90')
  const [created, setCreated] = useState<CreatedApiToken | null>(null)
  const [errors, setErrors] = useState<{ name?: string; scopes?: string; names?: string }>({})

  async function send() {
    const problems = {
      ...(name.trim() === '' && { name: words('token_name_missing') }),
      ...(scopes.length === 0 && { scopes: words('token_scope_missing') }),
      ...(isNarrow && names.length === 0 && { names: words('token_resource_missing') }),
    }
    setErrors(problems)
    if (Object.keys(problems).length > 0) return
    await submit(async () => {
      const body = {
        name: name.trim(),
        scopes,
        expires_at: new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
        ...(isNarrow && { resources: names as NonNullable<NewApiToken['resources']> }),
      }
      setCreated(await api.admin.tokens.create(body))
    })
  }

  if (created) return <CreatedDialog created={created} onClose={onClose} />
  const isKnown = issues.name !== undefined
  // Not shown as pending: what is said of a pending button would outlive it, unnamed, when the token takes its place.
  return (
    <FormDialog
      title={words('new_token')}
      size="medium"
      action={words('create_token')}
      onSubmit={send}
      onClose={onClose}
    >
      <TextField
        label={words('name')}
        description={words('token_name_help')}
        value={name}
        onChange={setName}
        error={errors.name ?? (issues.name ? words('token_name_missing') : null)}
        isRequired
        autoFocus
        dir="auto"
        autoComplete="off"
      />
      <FieldGroup label={words('token_scopes')} {...(errors.scopes && { error: errors.scopes })} isRequired>
        {() => (
          <div className="token-options">
            {usable.map((scope) => (
              <Checkbox
                key={scope}
                isSelected={scopes.includes(scope)}
                onChange={(isOn) => setScopes(toggled(scopes, scope, isOn))}
              >
                {words(`scope_${scope}_text`)}
              </Checkbox>
            ))}
          </div>
        )}
      </FieldGroup>
      <Select
        label={words('token_content')}
        value={isNarrow ? 'some' : 'all'}
        options={[
          { id: 'all', label: words('token_content_all') },
          { id: 'some', label: words('token_content_some') },
        ]}
        onChange={(next) => setNarrow(next === 'some')}
      />
      {isNarrow && (
        <FieldGroup
          label={words('token_resources')}
          {...(errors.names && { error: errors.names })}
          isRequired
        >
          {() => (
            <div className="token-options token-resources">
              {resources.map((resource) => (
                <Checkbox
                  key={resource.name}
                  isSelected={names.includes(resource.name)}
                  onChange={(isOn) => setNames(toggled(names, resource.name, isOn))}
                >
                  {labelOf(resource.singleton ? resource.label : resource.label_plural)}
                </Checkbox>
              ))}
            </div>
          )}
        </FieldGroup>
      )}
      <Select
        label={words('token_expiry')}
        value={days}
        options={DAYS.map((count) => ({ id: String(count), label: words(`token_days_${count}`) }))}
        onChange={setDays}
      />
      {failure !== null && !isKnown && (
        <div className="notice notice-danger" role="alert">
          <Icon name="warning" />
          <p className="notice-text">{describeProblem(failure).message}</p>
        </div>
      )}
    </FormDialog>
  )
}

/** The way to something that the token may read. */
function pathFor({ scopes, resources }: CreatedApiToken): string {
  if (scopes.includes('read')) return `/api/admin/${resources?.[0] ?? 'articles'}?page=1&per_page=1`
  if (scopes.includes('inbox')) return '/api/admin/messages?page=1&per_page=1'
  if (scopes.includes('media')) return '/api/admin/media?page=1&per_page=1'
  if (scopes.includes('procurement')) return '/api/quotes?page=1&per_page=1'
  return '/api/admin/schema'
}

function CreatedDialog({ created, onClose }: { created: CreatedApiToken; onClose: () => void }) {
  const words = useWords('account')
  const copy = useCopy(words('token_copied'))
  const { token } = created
  const lines = [
    `curl -H 'Authorization: Bearer ${token}' '${location.origin}/api/auth/me'`,
    `curl -H 'Authorization: Bearer ${token}' '${location.origin}${pathFor(created)}'`,
  ].join('\n')
  return (
    <Dialog
      title={words('token_created', { name: created.name })}
      isOpen
      size="medium"
      onClose={onClose}
      actions={<Button onPress={onClose}>{words('token_done')}</Button>}
    >
      <div className="stack">
        <p>{words('token_once')}</p>
        <TextField label={words('token')} value={token} isReadOnly dir="ltr" />
        <div>
          <Button look="primary" icon="copy" onPress={() => void copy(token)}>
            {words('copy_token')}
          </Button>
        </div>
        <p>{words('token_try')}</p>
        <pre className="token-lines" dir="ltr">
          {lines}
        </pre>
        <div>
          <Button icon="copy" onPress={() => void copy(lines)}>
            {words('copy_lines')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
