// Browsers bind passkeys to one address; the panel can be opened at others, too, where none can work.
import { useSignInMethods } from '../api/use-sign-in-methods.ts'
import { useWords } from '../words/words-context.tsx'

/** `canWork`: browsers have passkeys there, and this device can open it. */
type Elsewhere = { origin: string; host: string; canWork: boolean }

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/

/** Where passkeys work if not here; null here, and until it is known. */
export function usePasskeysElsewhere(): Elsewhere | null {
  // Unknown from a version of the service before.
  const origin = useSignInMethods()?.passkey_origin
  if (!origin || origin === location.origin) return null
  const { protocol, hostname, host } = new URL(origin)
  const isHere = LOOPBACK.test(hostname) && LOOPBACK.test(location.hostname)
  return { origin, host, canWork: isHere || (protocol === 'https:' && !LOOPBACK.test(hostname)) }
}

type Props = {
  elsewhere: Elsewhere
  /** Where to go on there, such as `/account`; null where the page is not to be left. */
  path: string | null
}

/** In place of a button that could not work here. */
export function PasskeysElsewhere({ elsewhere: { origin, host, canWork }, path }: Props) {
  const t = useWords('factors')
  if (!canWork) return <p className="muted">{t('passkeys_unset', { origin })}</p>
  return (
    <p className="muted">
      {t('passkeys_elsewhere', { origin })}{' '}
      {path !== null && (
        <a className="link" href={`${origin}/admin${path}`}>
          {t('passkeys_go', { host })}
        </a>
      )}
    </p>
  )
}
