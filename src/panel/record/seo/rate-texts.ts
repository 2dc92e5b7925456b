// One worker rates the texts of a form for all parts of it that show something of a report.
import type { RatedReport, RatedTexts, SeoAnswer, SeoRequest } from './seo-worker.ts'

/** Reports that are kept, for parts that ask for the same texts a moment apart. */
const MAX_KEPT = 4

type Rating = {
  worker: Worker
  users: number
  answers: Map<number, (report: RatedReport) => void>
  /** By the texts as JSON. */
  reports: Map<string, Promise<RatedReport>>
}

let shared: Rating | null = null

/** The build writes the address of the worker's script into the page. */
const workerUrl = () => document.querySelector<HTMLMetaElement>('meta[name="seo-worker"]')!.content

/** `rate` takes `RatedTexts` as JSON. The worker ends with the last part that uses it. */
export function joinRating() {
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
