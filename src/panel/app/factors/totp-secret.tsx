import type { TotpSetup } from '../../../client/index.ts'
import { useWords } from '../words/words-context.tsx'

/** The secret for an authenticator app: to scan, to open on this device, or to type. */
export function TotpSecret({ setup }: { setup: TotpSetup }) {
  const t = useWords('factors')
  return (
    <>
      <p>{t('scan')}</p>
      <img
        className="qr-code"
        src={`data:image/svg+xml,${encodeURIComponent(setup.qr_svg)}`}
        alt={t('qr_code')}
        width={200}
        height={200}
      />
      <p>
        <a className="link" href={setup.otpauth_url}>
          {t('open_app')}
        </a>
      </p>
      <p>
        {t('or_type')} <code dir="ltr">{setup.secret.replace(/.{4}(?=.)/g, '$& ')}</code>
      </p>
    </>
  )
}
