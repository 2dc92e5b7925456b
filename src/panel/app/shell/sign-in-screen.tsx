import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation, useSearch } from 'wouter'
import { ApiProblem } from '../../../client/api-problem.ts'
import { CONFIRMED, noteOutcome } from '../api/proof-outcome.ts'
import { proveByTicket } from '../api/provider-proof.ts'
import { currentSession, isOfTab, sessionLoss, subscribeToSession } from '../api/session.ts'
import { takeTicket } from '../api/sign-in.ts'
import { useSignInMethods } from '../api/use-sign-in-methods.ts'
import { useProviderProblem } from '../factors/provider-problem.ts'
import { prepareTexts } from '../words/dictionaries.ts'
import { useWords } from '../words/words-context.tsx'
import { EmergencyForm } from './emergency-form.tsx'
import { nextPath } from './next-path.ts'
import { ProviderLink } from './provider-link.tsx'
import { Alert, SignInCard } from './sign-in-card.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** The first screen. Once signed in, the gate of the application leads to the page that was asked for. */
export function SignInScreen({ loadFrame }: { loadFrame: () => Promise<unknown> }) {
  const t = useWords('sign_in')
  const search = useSearch()
  const isTaking = useTicket(search)
  const methods = useSignInMethods()
  const problem = new URLSearchParams(search).get('problem')
  const loss = useSyncExternalStore(subscribeToSession, sessionLoss)
  const hasMoreTexts =
    problem !== null || loss !== null || isOfTab() || (methods !== null && methods.provider !== null)
  const areTextsThere = useLaterTexts(hasMoreTexts)
  useEffect(() => {
    // The frame is shown next.
    void loadFrame().catch(() => {})
  }, [loadFrame])
  if (isTaking || !methods || !areTextsThere) return null
  const { provider, password, forgot_password } = methods
  return (
    <SignInCard
      title={t('sign_in_title')}
      name={t('sign_in')}
      link={forgot_password ? { href: '/forgot-password', text: t('forgot_password') } : null}
    >
      <Suspense fallback={null}>
        {problem !== null && <Problem code={problem} />}
        {loss !== null && <LossNotice reason={loss} />}
        {provider && <ProviderLink provider={provider} next={nextPath(search)} />}
      </Suspense>
      {password && <SignInForm />}
      <Suspense fallback={null}>
        {!password && <EmergencyForm />}
        {isOfTab() && <TabNotice />}
      </Suspense>
    </SignInCard>
  )
}

/** Whether somebody comes back from confirming a change at the provider. */
const isProof = (search: string) => new URLSearchParams(search).get('reauth') === '1'

/** Exchanges the ticket in the address for a session. Returns whether that goes on. */
function useTicket(search: string): boolean {
  const [, navigate] = useLocation()
  const ticket = new URLSearchParams(search).get('ticket')
  useEffect(() => {
    if (ticket === null) return
    const next = nextPath(search)
    if (isProof(search) && currentSession()) {
      const goOn = () => navigate(next, { replace: true })
      // One that is too old proves nothing: the change asks again.
      proveByTicket(ticket).then(goOn, goOn)
      return
    }
    takeTicket(ticket).then(
      () => {
        if (isProof(search)) noteOutcome(CONFIRMED)
        navigate(next, { replace: true })
      },
      (error) => {
        const isOver = error instanceof ApiProblem && error.status === 401
        const params = new URLSearchParams({ problem: isOver ? 'expired' : 'failed', next })
        navigate(`/sign-in?${params}`, { replace: true })
      },
    )
  }, [ticket, search, navigate])
  return ticket !== null
}

/** Texts that most sign-in pages do not need, such as those about the provider, come with those of the frame and of the office. */
function useLaterTexts(areNeeded: boolean): boolean {
  const [areThere, setThere] = useState(false)
  useEffect(() => {
    if (areNeeded)
      void Promise.all([prepareTexts('office'), prepareTexts('frame')]).then(() => setThere(true))
  }, [areNeeded])
  return areThere || !areNeeded
}

/** Why the session ends with the tab, and what would keep it. */
function TabNotice() {
  const t = useWords('tab_session')
  return <p className="muted small">{t('tab_alone')}</p>
}

const LOSSES = ['wrong_origin', 'no_cookie', 'several_cookies'] as const

/** Why a reload has ended the session, and what to do. */
function LossNotice({ reason }: { reason: string }) {
  const t = useWords('lost_session')
  const { origin, host } = location
  const known = LOSSES.find((name) => name === reason)
  return known ? <Alert text={t(known, { origin, host })} /> : null
}

/** Why the way to the identity provider and back has not ended in a session, and what to do. */
function Problem({ code }: { code: string }) {
  return <Alert text={useProviderProblem()(code)} />
}
