// Opens the question who is there over the page, for requests that a session alone does not allow.
import { useEffect, useState } from 'react'
import { takeOutcome } from '../api/proof-outcome.ts'
import { onProofNeeded } from '../api/session-fetch.ts'
import { lazyPart } from '../design/lazy-part.tsx'
import { loadTexts } from '../words/dictionaries.ts'

const load = <Module,>(module: Promise<Module>) =>
  Promise.all([module, loadTexts('office')]).then(([loaded]) => loaded)

const ProofDialog = lazyPart(() =>
  load(import('../factors/proof-dialog.tsx')).then((module) => module.ProofDialog),
)
const ProofNotice = lazyPart(() =>
  load(import('../factors/proof-notice.tsx')).then((module) => module.ProofNotice),
)

type Answer = (isProved: boolean) => void

export function ProofWatch() {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [outcome] = useState(takeOutcome)
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
      {outcome !== null && <ProofNotice outcome={outcome} />}
    </>
  )
}
