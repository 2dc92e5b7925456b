import { Button } from '../design/plain-button.tsx'
import { useLanguage, useWords } from '../words/words-context.tsx'

/** A button with the name of the other language, in that language. */
export function LanguageSwitch() {
  const { language, setLanguage } = useLanguage()
  const t = useWords('sign_in')
  const other = language === 'fa' ? 'en' : 'fa'
  return (
    <Button look="quiet" icon="globe" onPress={() => void setLanguage(other)}>
      <span lang={other}>{t('other_language')}</span>
    </Button>
  )
}
