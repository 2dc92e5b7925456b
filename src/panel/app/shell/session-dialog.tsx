// Keeps the work on the page when the session ends: a notice five minutes before, and sign-in over the open page.
import { Suspense, useEffect, useState } from 'react'
import { useOptionalSession } from '../api/api.ts'
import { currentSession, endSession, isSameUser, type SessionUser } from '../api/session.ts'
import { onSessionEnded } from '../api/session-fetch.ts'
import { announce } from '../design/announce.ts'
import { Button } from '../design/button.tsx'
import { Dialog, prepareDialogs } from '../design/dialog.tsx'
import { Icon } from '../design/icon.tsx'
import { showToast } from '../design/toasts.tsx'
import { useLanguage, useWords } from '../words/words-context.tsx'
import { formatCountdown, useTimeLeft } from './countdown.ts'
import { leave } from './leaving.ts'
import { SignInApart } from './provider-link.tsx'
import { SignInForm } from './sign-in-form.tsx'

const MINUTE_MS = 60_000
const NOTICE_MS = 5 * MINUTE_MS
/** Timers beyond 24.8 days would fire at once. */
const MAX_TIMER_MS = 2_147_483_647

/** `token` is the one that the service refused. */
type Question = { token: string | null; answer: (isSignedIn: boolean) => void }

export function SessionWatch() {
  const t = useWords('session')
  const session = useOptionalSession()
  const [user, setUser] = useState<SessionUser | null>(session?.user ?? null)
  const [question, setQuestion] = useState<Question | null>(null)
  const [isRenewing, setRenewing] = useState(false)

  useEffect(() => {
    onSessionEnded(
      () => new Promise((answer) => setQuestion({ token: currentSession()?.token ?? null, answer })),
    )
  }, [])
  useEffect(() => {
    if (session) setUser(session.user)
  }, [session])

  // The dialog closes when somebody signs in again, in this tab or another one.
  useEffect(() => {
    if (!session || !question || session.token === question.token) return
    // One person's typing is not saved in the name of another.
    question.answer(isSameUser(session.user, user))
    setQuestion(null)
  }, [session, question, user])
  const token = session?.token
  useEffect(() => {
    if (token) setRenewing(false)
  }, [token])

  const isOpen = question !== null || isRenewing || session === null
  function close(isSignedIn: boolean) {
    setRenewing(false)
    question?.answer(isSignedIn)
    setQuestion(null)
  }
  return (
    <>
      {session && <EndNotice end={session.ends} onRenew={() => setRenewing(true)} />}
      <Dialog
        title={isRenewing ? t('session_extend') : t('session_ended')}
        isOpen={isOpen}
        isRequired={!isRenewing}
        size="small"
        onClose={() => close(false)}
        actions={
          !isRenewing && (
            <Button
              onPress={() => {
                close(false)
                leave()
                endSession()
              }}
            >
              {t('leave')}
            </Button>
          )
        }
      >
        <div className="stack">
          {!isRenewing && <p>{t('session_ended_text')}</p>}
          {user?.kind === 'person' ? (
            <Suspense fallback={null}>
              <SignInApart />
            </Suspense>
          ) : (
            <SignInForm
              email={user?.email ?? ''}
              onSignedIn={(grant) => {
                close(isSameUser({ ...grant.user, kind: grant.kind }, user))
                showToast(t('signed_in_again'))
              }}
            />
          )}
        </div>
      </Dialog>
    </>
  )
}

type EndNoticeProps = {
  /** A number of `Date.now()`. */
  end: number
  onRenew: () => void
}

function EndNotice({ end, onRenew }: EndNoticeProps) {
  const t = useWords('session')
  const { language } = useLanguage()
  const [isNear, setNear] = useState(false)
  const left = useTimeLeft(isNear ? end : null)
  useEffect(() => {
    setNear(false)
    const wait = Math.min(Math.max(0, end - NOTICE_MS - Date.now()), MAX_TIMER_MS)
    const timer = setTimeout(() => {
      setNear(true)
      prepareDialogs()
    }, wait)
    return () => clearTimeout(timer)
  }, [end])
  // The warning is spoken once: the time that runs beside it would talk over everything else.
  useEffect(() => {
    const minutes = Math.ceil((end - Date.now()) / MINUTE_MS)
    if (isNear && minutes > 0) announce(t('session_ends_soon', { count: minutes }), 'assertive')
  }, [isNear, end, t])
  if (!isNear || left === 0) return null
  return (
    <div className="frame-notice notice notice-warning">
      <Icon name="warning" />
      <span className="notice-text" role="timer">
        {t('session_ends', { time: formatCountdown(left, language) })}
      </span>
      <Button size="small" onPress={onRenew}>
        {t('session_extend')}
      </Button>
    </div>
  )
}
