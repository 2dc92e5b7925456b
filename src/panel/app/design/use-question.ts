import { useCallback, useRef, useState } from 'react'

/** Asks with a dialog, which is open while `question` is not null; `ask` resolves with what `finish` is given. */
export function useQuestion<Question, Answer>() {
  const [question, setQuestion] = useState<Question | null>(null)
  const answer = useRef<(given: Answer | null) => void>(() => {})
  const ask = useCallback((next: Question) => {
    answer.current(null)
    setQuestion(next)
    return new Promise<Answer | null>((resolve) => {
      answer.current = resolve
    })
  }, [])
  const finish = (given: Answer | null) => {
    setQuestion(null)
    answer.current(given)
  }
  return { question, ask, finish }
}
