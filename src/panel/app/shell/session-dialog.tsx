// Keeps the work on the page when the session ends, or somebody else signs in: a notice five minutes before the end, and sign-in over the
// open page.
import { Suspense, useEffect, useState } from 'react'
import { useOptionalSession, useSession } from '../api/api.ts'
import { currentSession, endSession, handOver, isSameUser, type SessionUser } from '../api/session.ts'
import { onSessionEnded } from '../api/session-fetch.ts'
import { useNewcomer } from '../api/use-session.ts'
import { useIsCompanyAlone } from '../api/use-sign-in-methods.ts'
import { announce } from '../design/announce.ts'
import { Button } from '../design/button.tsx'
import { Dialog, prepareDialogs } from '../design/dialog.tsx'
import { Icon } from '../design/icon.tsx'
import { showToast } from '../design/toasts.tsx'
import { useLanguage, useWords } from '../words/words-context.tsx'
import { formatCountdown, useTimeLeft } from './countdown.ts'
import { EmergencyForm } from './emergency-form.tsx'
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
  const newcomer = useNewcomer()
  // The owner of the page, also after another user has signed in.
  const { user } = useSession()
  const [question, setQuestion] = useState<Question | null>(null)
  const [isRenewing, setRenewing] = useState(false)

  useEffect(() => {
    onSessionEnded(
      () => new Promise((answer) => setQuestion({ token: currentSession()?.token ?? null, answer })),
    )
  }, [])

  // The dialog closes when the owner signs in again, in this tab or another one.
  useEffect(() => {
    if (!session || !question || session.token === question.token) return
    question.answer(true)
    setQuestion(null)
  }, [session, question])
  const token = session?.token
  useEffect(() => {
    if (token) setRenewing(false)
  }, [token])

  const isOfPerson = user.kind === 'person'
  const isCompanyAlone = useIsCompanyAlone()
  const Form = isCompanyAlone ? EmergencyForm : SignInForm
  const isOpen = question !== null || isRenewing || session === null
  const mode = newcomer ? 'changed' : isRenewing ? 'renewing' : 'ended'
  function close(isSignedIn: boolean) {
    setRenewing(false)
    question?.answer(isSignedIn)
    setQuestion(null)
  }
  return (
    <>
      {session && <EndNotice end={session.ends} onRenew={() => setRenewing(true)} />}
      <Dialog
        title={t(TITLES[mode])}
        isOpen={isOpen}
        isRequired={mode !== 'renewing'}
        size="small"
        onClose={() => close(false)}
        actions={
          mode !== 'renewing' && (
            <Button
              onPress={() => {
                close(false)
                leave()
                if (newcomer) handOver()
                else endSession()
              }}
            >
              {newcomer ? t('continue_as', { name: newcomer.user.name }) : t('leave')}
            </Button>
          )
        }
      >
        <div className="stack">
          {newcomer && (
            <>
              <p>{t('owner_changed_text', { newcomer: nameOf(newcomer.user), owner: nameOf(user) })}</p>
              <p>{t('owner_changed_choice', { newcomer: newcomer.user.name, owner: user.name })}</p>
            </>
          )}
          {mode === 'ended' && <p>{t('session_ended_text')}</p>}
          <Suspense fallback={null}>{(isOfPerson || isCompanyAlone) && <SignInApart />}</Suspense>
          {!isOfPerson && (
            <Form
              email={user.email ?? ''}
              onSignedIn={(grant) => {
                if (isSameUser({ ...grant.user, kind: grant.kind }, user)) showToast(t('signed_in_again'))
              }}
            />
          )}
        </div>
      </Dialog>
    </>
  )
}

const TITLES = { changed: 'owner_changed', renewing: 'session_extend', ended: 'session_ended' } as const

/** With the address, since two people, and two accounts of one, may have the same name. */
const nameOf = ({ name, email }: SessionUser) => (email ? `${name} (${email})` : name)

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
