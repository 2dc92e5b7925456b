// Creates the records of a resource in batches, in the order in which they were added, and reports the outcome of each.
import { RefusedError } from '../../service-client.ts'
import type { SiteRecords } from '../converted-site.ts'
import type { Outcome, Result } from '../report/import-summary.ts'
import type { Client, ExistingRecord } from './frontage-client.ts'

export type ImportOptions = {
  client: Client
  records: SiteRecords
  /** Whether accounts are made for the authors. */
  authors: boolean
  /** Called once for each record, as soon as its outcome is known. */
  onResult: (result: Result) => void
}

type Sending = Pick<ImportOptions, 'client' | 'onResult'>
type Entry = { record: object; name: string; bytes: number; onCreated: (id: number) => void }

/** Well below the service's limits of 500 and 16 MB, so that no transaction takes long. */
const MAX_RECORDS = 50
const MAX_BYTES = 4_000_000

export type Report = (name: string, outcome: Outcome, reason?: string | null) => void

export const createReport =
  ({ onResult }: Pick<ImportOptions, 'onResult'>, kind: string): Report =>
  (name, outcome, reason = null) =>
    onResult({ kind, name, outcome, reason, count: 1 })

/** `existing` are the records of the resource before, with these fields. Throws ServiceError. */
export async function openResource(
  { client, ...options }: Sending,
  kind: string,
  fields: readonly (keyof ExistingRecord)[],
) {
  const report = createReport(options, kind)
  const existing = await client.list(kind, fields)
  return { ...createRecordQueue({ client, kind, report }), report, existing }
}

type Queue = { client: Client; kind: string; report: Report }

function createRecordQueue({ client, kind, report }: Queue) {
  let waiting: Entry[] = []
  let bytes = 0

  async function flush() {
    const entries = waiting
    waiting = []
    bytes = 0
    await createAll(entries)
  }

  async function createAll(entries: readonly Entry[]): Promise<void> {
    if (entries.length === 0) return
    try {
      const records = entries.map(({ record }) => record)
      const ids = await client.createAll(kind, records)
      for (const [index, { name, onCreated }] of entries.entries()) {
        onCreated(ids[index]!)
        report(name, 'created')
      }
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error
      await createOthers(entries, error)
    }
  }

  /** A batch is refused as a whole: reports the records that it names, and creates the others. */
  async function createOthers(entries: readonly Entry[], error: RefusedError) {
    const reasons = reasonsIn(error)
    if (reasons.size > 0 || entries.length === 1) {
      const others = entries.filter((_, index) => entries.length > 1 && !reasons.has(index))
      for (const [index, entry] of entries.entries()) {
        if (!others.includes(entry)) report(entry.name, 'failed', reasons.get(index) ?? error.reason)
      }
      return createAll(others)
    }
    const half = Math.ceil(entries.length / 2)
    await createAll(entries.slice(0, half))
    await createAll(entries.slice(half))
  }

  return {
    flush,
    /** `name` stands for the record in the summary. */
    async add(record: object, name: string, onCreated: (id: number) => void = () => {}) {
      const entry = { record, name, bytes: Buffer.byteLength(JSON.stringify(record)), onCreated }
      if (waiting.length === MAX_RECORDS || (waiting.length > 0 && bytes + entry.bytes > MAX_BYTES))
        await flush()
      waiting.push(entry)
      bytes += entry.bytes
    },
  }
}

/** The reasons by index of the record: `operations.3.title` is a field of the fourth. */
function reasonsIn({ issues }: RefusedError): Map<number, string> {
  const reasons = new Map<number, string>()
  for (const { path, message } of issues) {
    const [, index, field] = /^operations\.(\d+)(?:\.(.+))?$/.exec(path) ?? []
    if (index === undefined) continue
    const reason = field ? `${field}: ${message}` : message
    const earlier = reasons.get(Number(index))
    reasons.set(Number(index), earlier ? `${earlier}; ${reason}` : reason)
  }
  return reasons
}
