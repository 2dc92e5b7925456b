// The site, or one large resource of it, sent in parts: all of them of one state, none kept for longer than it takes to send.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { type BoundedQueue, createBoundedQueue } from '../../platform/bounded-queue.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { unavailable } from '../../text/errors.ts'
import type { Resource } from '../definition/define-resource.ts'
import { readVersions, type Version } from './content-changes.ts'
import type { Detail, PublicJson } from './public-json.ts'
import { readTexts } from './record-texts.ts'
import type { SnapshotEntry } from './snapshot-entry.ts'

/** Each holds a connection for as long as its reader takes. */
const MAX_RUNNING = 2
const MAX_WAITING = 20
const MAX_MINUTES = 15
const MAX_STALLED_MS = 30_000
const RECORDS_PER_PART = 200
/** Bytes that a reader may be behind. */
const MAX_AHEAD = 524_288
/** A slow reader must not look like a database that does not answer. */
const KEEP_ALIVE_MS = 1_000
const MAX_ATTEMPTS = 5

/** Text between records, or the records of a resource. */
export type SitePart = string | { resource: Resource; entries: readonly SnapshotEntry[] }

/** The body that is sent. */
export type Streamed = {
  detail: Detail
  /** Brings the snapshot up to date; `outdated` are members that are known to lack a change. */
  refresh(outdated: readonly string[]): Promise<void>
  /** The versions of the members that `parts` reads. */
  versions(): ReadonlyMap<string, Version | undefined>
  parts(): readonly SitePart[]
  /** Names the state that `parts` shows. */
  tag(): string
  /** The end of the body, after the parts, given the URLs of media in them. */
  end(mediaUrls: ReadonlySet<string>): Iterable<string> | AsyncIterable<string>
}

export type SiteStream = { tag: string; stream: ReadableStream<Uint8Array> }

export class SiteStreams {
  readonly #queue: BoundedQueue = createBoundedQueue({
    maxRunning: MAX_RUNNING,
    maxWaiting: MAX_WAITING,
    createRefusal: () => unavailable('database'),
  })

  /** A reader that takes nothing for `maxStalledMs` gives its place to others. */
  constructor(
    private readonly database: Database,
    private readonly limits = { maxStalledMs: MAX_STALLED_MS },
  ) {}

  /** Throws 503 where the database is away or too many read at once. A fault later ends the stream with an error. */
  open(streamed: Streamed): Promise<SiteStream> {
    const opened = Promise.withResolvers<SiteStream>()
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>(
      {},
      { highWaterMark: MAX_AHEAD, size: (chunk) => chunk!.byteLength },
    )
    const writer = writable.getWriter()
    const write = createWrite(writer, this.limits)
    const send = async (database: Reading) => {
      const [tag, parts] = [streamed.tag(), streamed.parts()]
      opened.resolve({ tag, stream: readable })
      await sendParts(parts, { ...streamed, database, write })
      await writer.close()
    }
    this.#queue
      .run(() => this.#inOneState(streamed, send))
      .catch(async (error) => {
        opened.reject(error)
        await writer.abort(error).catch(() => {})
      })
    return opened.promise
  }

  /** Calls `send` with a transaction that sees the state which the snapshot has. */
  async #inOneState(streamed: Streamed, send: (database: Reading) => Promise<void>) {
    let outdated: string[] = []
    for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
      await streamed.refresh(outdated)
      if (this.database.kind === 'embedded') {
        // Its only connection must not wait for a reader: texts are compared with their versions instead.
        return send({
          read: (run) => this.database.query(run),
          onProgress: () => {},
          keepAlive: async () => {},
        })
      }
      let isSending = false
      const isSent = await this.database.readConsistently(async (tx, onProgress) => {
        // A lost connection would otherwise send the beginning twice.
        if (isSending) throw new Error('The connection was lost while the site was sent.')
        const versions = await readVersions(tx)
        outdated = [...streamed.versions()]
          .filter(([name, version]) => (versions.get(name)?.token ?? null) !== (version?.token ?? null))
          .map(([name]) => name)
        if (outdated.length > 0) return false
        isSending = true
        const keepAlive = async () => {
          await tx.execute(sql`select 1`)
          onProgress()
        }
        await send({ read: (run) => run(tx), onProgress, keepAlive })
        return true
      })
      if (isSent) return
    }
    throw unavailable('database')
  }
}

type Reading = {
  read<T>(run: (tx: Tx) => Promise<T>): Promise<T>
  onProgress(): void
  keepAlive(): Promise<void>
}

type Write = (part: Uint8Array, database: Reading) => Promise<void>
type Sending = Pick<Streamed, 'detail' | 'end'> & { database: Reading; write: Write }

async function sendParts(parts: readonly SitePart[], { detail, database, write, end }: Sending) {
  const mediaUrls = new Set<string>()
  for (const part of parts) {
    if (typeof part === 'string') {
      await write(Buffer.from(part), database)
      continue
    }
    const { entries, resource } = part
    for (let start = 0; start < entries.length; start += RECORDS_PER_PART) {
      const batch = entries.slice(start, start + RECORDS_PER_PART)
      const missing = batch.filter(({ texts }) => !texts)
      const found =
        missing.length > 0
          ? await database.read((tx) => readTexts(tx, missing, detail))
          : new Map<SnapshotEntry, PublicJson>()
      const pieces = batch.flatMap((entry, index) => {
        const texts = entry.texts ?? found.get(entry)
        if (!texts) throw new Error('A record was changed while the site was sent.')
        for (const url of texts.mediaUrls[detail]) mediaUrls.add(url)
        const key = resource.key ? `${JSON.stringify(entry.key)}:` : ''
        return [Buffer.from((start + index > 0 ? ',' : '') + key), texts.json[detail]]
      })
      await write(Buffer.concat(pieces), database)
    }
  }
  for await (const text of end(mediaUrls)) await write(Buffer.from(text), database)
}

/** Waits until the reader has taken enough of what came before; gives up on one that stalls or takes too long in all. */
function createWrite(
  writer: WritableStreamDefaultWriter<Uint8Array>,
  { maxStalledMs }: { maxStalledMs: number },
): Write {
  const end = performance.now() + MAX_MINUTES * 60_000
  return async (part, { onProgress, keepAlive }) => {
    const deadline = Math.min(end, performance.now() + maxStalledMs)
    while (!(await isReady(writer))) {
      if (performance.now() > deadline) throw new Error('The site was read too slowly.')
      await keepAlive()
    }
    onProgress()
    writer.write(part).catch(() => {})
  }
}

async function isReady({ ready }: WritableStreamDefaultWriter<Uint8Array>): Promise<boolean> {
  const stop = new AbortController()
  const waited = sleep(KEEP_ALIVE_MS, false, { signal: stop.signal }).catch(() => false)
  try {
    return await Promise.race([ready.then(() => true), waited])
  } finally {
    stop.abort()
  }
}
