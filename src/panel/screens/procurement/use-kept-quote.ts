import { useEffect, useRef, useState } from 'react'
import { useSession } from '../../app/api/api.ts'
import { ChangeKeeper } from '../../record/saving/change-keeper.ts'
import { createKeptStore } from '../../record/saving/kept-changes.ts'
import { type QuoteDraft, withNewKeys } from './quote-draft.ts'

const store = createKeptStore()

/**
 * Keeps what is typed into a quote in the browser until it is saved, as forms of records do, and offers what an earlier dialog
 * left. `typed` is null while it says nothing new; `forget` ends it, and resolves when nothing is kept.
 */
export function useKeptQuote(quote: number | null, typed: QuoteDraft | null) {
  const { id, kind } = useSession().user
  const key = `${kind}-${id}/quotes/${quote ?? 'new'}`
  const [offered, setOffered] = useState<QuoteDraft | null>(null)
  const [keeper] = useState(() => new ChangeKeeper(key, { store: async () => store, onResult: () => {} }))
  const hasKept = useRef(false)
  useEffect(() => {
    let isGone = false
    void store.get(key).then(
      (found) => found && !isGone && setOffered(withNewKeys(found.mine.draft as QuoteDraft)),
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [key])
  useEffect(() => {
    if (!typed && !hasKept.current) return
    hasKept.current = typed !== null
    keeper.keep(
      typed && { key, record: key, at: Date.now(), version: null, base: {}, mine: { draft: typed } },
    )
  }, [typed, keeper, key])
  const forget = () => {
    keeper.keep(null)
    return keeper.settled()
  }
  return { offered, dismiss: () => setOffered(null), forget }
}
