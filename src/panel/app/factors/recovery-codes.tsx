import { Button } from '../design/plain-button.tsx'
import { useCopy } from '../design/use-copy.ts'
import { useWords } from '../words/words-context.tsx'

/** Recovery codes, which are shown once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const t = useWords('factors')
  const copy = useCopy(t('codes_copied'))
  return (
    <>
      <p>{t('codes_text')}</p>
      <ul className="recovery-codes" dir="ltr" aria-label={t('codes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div>
        <Button icon="copy" onPress={() => void copy(codes.join('\n'))}>
          {t('copy_codes')}
        </Button>
      </div>
    </>
  )
}
