import type { ArticleScores } from '../../client/index.ts'

type Load = (ids: readonly number[]) => Promise<{ items: ArticleScores[] }>
type Waiting = { resolve: (scores: ArticleScores | null) => void; reject: (error: unknown) => void }

/** The service answers for no more articles at once. */
const MAX_IDS = 100
/** The rows of a page appear within this time. */
const WAIT_MS = 30

/** Collects what the rows of a page ask for into as few requests as possible. */
export function createScoreBatch() {
  let waiting = new Map<number, Waiting[]>()

  async function send(asked: Map<number, Waiting[]>, load: Load) {
    const ids = [...asked.keys()]
    try {
      const { items } = await load(ids)
      const found = new Map(items.map((scores) => [scores.id, scores]))
      for (const id of ids) for (const { resolve } of asked.get(id)!) resolve(found.get(id) ?? null)
    } catch (error) {
      for (const id of ids) for (const { reject } of asked.get(id)!) reject(error)
    }
  }

  function flush(load: Load) {
    const all = [...waiting]
    waiting = new Map()
    for (let at = 0; at < all.length; at += MAX_IDS) void send(new Map(all.slice(at, at + MAX_IDS)), load)
  }

  return {
    /** The scores of an article; null if it is gone. */
    load(id: number, load: Load): Promise<ArticleScores | null> {
      if (waiting.size === 0) setTimeout(() => flush(load), WAIT_MS)
      return new Promise((resolve, reject) => {
        waiting.set(id, [...(waiting.get(id) ?? []), { resolve, reject }])
      })
    },
  }
}
