// Opens the question who is there over the page, for requests that a session alone does not allow.
import { useEffect, useState } from 'react'
import { takeProved } from '../api/provider-proof.ts'
import { onProofNeeded } from '../api/session-fetch.ts'
import { lazyPart } from '../design/lazy-part.tsx'
import { loadTexts } from '../words/dictionaries.ts'

const load = () =>
  Promise.all([import('../factors/proof-dialog.tsx'), loadTexts('office')]).then(([module]) => module)

const ProofDialog = lazyPart(() => load().then((module) => module.ProofDialog))
const ProvedNotice = lazyPart(() => load().then((module) => module.ProvedNotice))

type Answer = (isProved: boolean) => void

export function ProofWatch() {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [isProved] = useState(takeProved)
  useEffect(() => {
    let pending: Answer | null = null
    onProofNeeded(
      () =>
        new Promise((resolve) => {
          pending = resolve
          setAnswer(() => resolve)
        }),
    )
    // Whoever leaves has answered: a question without a page would hold up every later one.
    return () => pending?.(false)
  }, [])
  function close(isDone: boolean) {
    answer?.(isDone)
    setAnswer(null)
  }
  return (
    <>
      {answer && <ProofDialog onDone={close} />}
      {isProved && <ProvedNotice />}
    </>
  )
}
