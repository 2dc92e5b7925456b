import { useEffect, useEffectEvent } from 'react'
import { Link } from '../design/button.tsx'
import { showToast } from '../design/toasts.tsx'
import { useWords } from '../words/words-context.tsx'

/** Tells an admin once that a mail was given up. */
export function MailFailed() {
  const t = useWords('events')
  const show = useEffectEvent(() =>
    showToast(t('mail_failed'), { tone: 'danger', link: <Link href="/status">{t('status')}</Link> }),
  )
  useEffect(() => show(), [])
  return null
}
