import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useApi, useSession } from '../api/api.ts'
import type { SeoTexts } from './seo-input.ts'
import type { SeoAnswer, SeoRequest } from './seo-worker.ts'

export type RatedReport = SeoAnswer['report']

/** After the last key, so that a report is not made for each of them. */
const DELAY_MS = 250

/** The build writes the address of the worker's script into the page. */
const workerUrl = () => document.querySelector<HTMLMetaElement>('meta[name="seo-worker"]')!.content

/** The report of these texts, a moment after they last changed; null until the first one. */
export function useSeoReport(texts: SeoTexts, recordId: string | null): RatedReport | null {
  const worker = useRef<Worker | null>(null)
  const asked = useRef(0)
  const [report, setReport] = useState<RatedReport | null>(null)
  const others = useOthersWithKeyphrase(texts, recordId)

  useEffect(() => {
    const created = new Worker(workerUrl(), { type: 'module' })
    created.addEventListener('message', ({ data }: MessageEvent<SeoAnswer>) => {
      if (data.id === asked.current) setReport(data.report)
    })
    worker.current = created
    return () => created.terminate()
  }, [])

  const input = JSON.stringify({ ...texts, othersWithKeyphrase: others })
  useEffect(() => {
    const timer = setTimeout(() => {
      worker.current?.postMessage({ id: ++asked.current, input: JSON.parse(input) } satisfies SeoRequest)
    }, DELAY_MS)
    return () => clearTimeout(timer)
  }, [input])
  return report
}

/** Other articles with the same keyphrase; null while unknown, and for authors, who see only their own. */
function useOthersWithKeyphrase({ keyphrase, content }: SeoTexts, recordId: string | null) {
  const api = useApi()
  const isAdmin = useSession().user.role === 'admin'
  const phrase = useDelayed(keyphrase.trim(), 600)
  const { data } = useQuery({
    queryKey: ['records', 'articles', { seo_keyphrase: phrase }],
    enabled: isAdmin && content !== null && phrase !== '',
    queryFn: () =>
      api.admin.resource('articles').list({ seo_keyphrase: phrase, fields: 'title', page: 1, per_page: 5 }),
  })
  if (!data) return null
  return data.items
    .filter(({ id }) => String(id) !== recordId)
    .map(({ id, title }) => ({ id, title: String(title) }))
}

function useDelayed<Value>(value: Value, ms: number): Value {
  const [delayed, setDelayed] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return delayed
}
