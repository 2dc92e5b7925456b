import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { fieldIn, type LanguageKey } from '../../../text/content-language.ts'
import { isSameKeyphrase } from '../../../text/seo-analysis/same-keyphrase.ts'
import { useApi, useSession } from '../../app/api/api.ts'
import { isEditor } from '../../app/api/session.ts'
import { useDebounced } from '../../app/design/use-debounced.ts'
import type { SeoTexts } from './form-seo-texts.ts'
import type { RatedReport, RatedTexts, SeoAnswer, SeoRequest } from './seo-worker.ts'

/** A report with the text that it is about, which may be older than the one in the editor. */
export type CurrentReport = RatedReport & { content: string | null }

/** The pause after the last key, so that a report is not made for each. */
const DELAY_MS = 250

type Subject = { texts: SeoTexts; side: LanguageKey; recordId: string | null }

/** The report of these texts, a moment after they last changed; null until the first one. */
export function useSeoReport({ texts, side, recordId }: Subject): CurrentReport | null {
  const rating = useRef<ReturnType<typeof joinRating> | null>(null)
  const asked = useRef('')
  const [report, setReport] = useState<CurrentReport | null>(null)
  const others = useOthersWithKeyphrase(texts.keyphrase, side, recordId)

  useEffect(() => {
    const joined = joinRating()
    rating.current = joined
    return joined.leave
  }, [])

  const { content } = texts
  const text = JSON.stringify({ ...texts, othersWithKeyphrase: others })
  useEffect(() => {
    const timer = setTimeout(async () => {
      asked.current = text
      const report = await rating.current?.rate(text)
      if (report && asked.current === text) setReport({ ...report, content })
    }, DELAY_MS)
    return () => clearTimeout(timer)
  }, [text, content])
  return report
}

/** The number of articles that are looked at, of those whose texts have the words of the keyphrase. */
const MAX_ARTICLES = 100

/**
 * Other articles with the same keyphrase in this language, however it is typed; null while unknown, and for authors, who see
 * only their own articles.
 */
function useOthersWithKeyphrase(keyphrase: string | null, side: LanguageKey, recordId: string | null) {
  const api = useApi()
  const mayAsk = isEditor(useSession().user)
  const phrase = useDebounced(keyphrase?.trim() ?? '', 600)
  const name = fieldIn('seo_keyphrase', { key: side })
  const { data } = useQuery({
    queryKey: ['records', 'articles', 'keyphrases', name, phrase],
    enabled: mayAsk && phrase !== '',
    queryFn: () =>
      api.admin.resource('articles').list({
        q: phrase,
        [`${name}_empty`]: false,
        fields: `title,${name}`,
        page: 1,
        per_page: MAX_ARTICLES,
      }),
  })
  if (!data || phrase === '') return null
  return data.items
    .filter(
      (article) => String(article.id) !== recordId && isSameKeyphrase(String(article[name] ?? ''), phrase),
    )
    .map(({ id, title }) => ({ id, title: String(title) }))
}

/** Reports that are kept, for parts that ask for the same texts a moment apart. */
const MAX_KEPT = 4

type Rating = {
  worker: Worker
  users: number
  answers: Map<number, (report: RatedReport) => void>
  /** Reports by their texts as JSON. */
  reports: Map<string, Promise<RatedReport>>
}

let shared: Rating | null = null

/** The build writes the address of the worker's script into the page. */
const workerUrl = () => document.querySelector<HTMLMetaElement>('meta[name="seo-worker"]')!.content

/** `rate` takes `RatedTexts` as JSON. The worker ends with the last part that uses it. */
function joinRating() {
  shared ??= start()
  const rating = shared
  rating.users++
  return {
    rate: (texts: string) => rate(rating, texts),
    leave() {
      rating.users--
      if (rating.users > 0) return
      rating.worker.terminate()
      if (shared === rating) shared = null
    },
  }
}

function start(): Rating {
  const worker = new Worker(workerUrl(), { type: 'module' })
  const answers: Rating['answers'] = new Map()
  worker.addEventListener('message', ({ data: { id, report } }: MessageEvent<SeoAnswer>) => {
    answers.get(id)?.(report)
    answers.delete(id)
  })
  return { worker, users: 0, answers, reports: new Map() }
}

let lastId = 0

function rate({ worker, answers, reports }: Rating, texts: string): Promise<RatedReport> {
  const known = reports.get(texts)
  if (known) return known
  const report = new Promise<RatedReport>((resolve) => {
    lastId++
    answers.set(lastId, resolve)
    worker.postMessage({ id: lastId, input: JSON.parse(texts) as RatedTexts } satisfies SeoRequest)
  })
  reports.set(texts, report)
  if (reports.size > MAX_KEPT) reports.delete(reports.keys().next().value!)
  return report
}
