import type { Proof } from '../../../client/index.ts'
import { useSession } from '../../app/api/api.ts'
import { hasProviderProof, takeProviderProof } from '../../app/api/provider-proof.ts'
import { useSignInMethods } from '../../app/api/use-sign-in-methods.ts'
import { TextField } from '../../app/design/fields.tsx'
import { useWords } from '../../app/words/words-context.tsx'

type ProofFieldProps = {
  password: string
  onChange: (password: string) => void
  error: string | null
  autoFocus?: boolean
}

/** A proof of identity: the password, or a new sign-in at the identity provider for accounts without one. */
export function ProofField({ password, onChange, error, autoFocus = false }: ProofFieldProps) {
  const t = useWords('factors')
  const { user } = useSession()
  const provider = useSignInMethods()?.provider
  if (provider && hasProviderProof()) return <p>{t('confirmed_with', { name: provider.name })}</p>
  return (
    <>
      {/* Password managers look for the account that the password belongs to. */}
      <input type="email" autoComplete="username" value={user.email ?? ''} readOnly hidden />
      <TextField
        label={t('your_password')}
        type="password"
        autoComplete="current-password"
        dir="ltr"
        value={password}
        onChange={onChange}
        error={error}
        isRequired
        autoFocus={autoFocus}
      />
      {provider && user.procurement_roles && (
        <a className="link" href={`${provider.start}?reauth=1&return_to=/admin/account`}>
          {t('confirm_with', { name: provider.name })}
        </a>
      )}
    </>
  )
}

/** The proof in the field, or null; uses up a sign-in at the provider. */
export function proofOf(password: string): Proof | null {
  const ticket = takeProviderProof()
  if (ticket !== null) return { provider_ticket: ticket }
  return password === '' ? null : { current_password: password }
}
