// Two editors on two replicas change one record and its working copy at once, at random: every value that was acknowledged is
// live, in the copy, in a revision, or was given up on purpose; every acknowledged version is what it says.
// EDITOR_SEED repeats a run, as far as the requests meet in the same order.
import { afterAll, expect, test } from 'bun:test'
import { type Answer, type Client, startApp } from '../../support/app.ts'
import { randomOf } from '../../support/random.ts'
import { createRecord, type Row } from '../../support/records.ts'
import { roundsOf } from '../../support/rounds.ts'

const SEED = Number(process.env.EDITOR_SEED ?? Math.floor(Math.random() * 2 ** 31))
const ROUNDS = roundsOf(200, 6)
/** Each test has a limit of time, which 200 rounds exceed on a slow machine. */
const ROUNDS_AT_ONCE = 40
const STEPS = 8

// Each look at the clock is later than the one before, so that the times of copies name them.
let now = Date.parse('2026-05-01T10:00:00Z')
const service = await startApp({}, { clock: () => new Date(++now) })
const replicas = [service, await service.beside()]
afterAll(() => service[Symbol.asyncDispose]())

const KINDS = [
  {
    resource: 'services',
    fields: ['title', 'title_en', 'summary', 'summary_en', 'image_alt'],
    visibility: [{ hidden: true }, { hidden: false }],
  },
  {
    resource: 'articles',
    fields: ['title', 'title_en', 'excerpt', 'seo_title', 'seo_description'],
    visibility: [{ status: 'published' }, { status: 'draft' }],
  },
]
type Kind = (typeof KINDS)[number]
type Values = Record<string, string>

/** An acknowledged write of the live record or, with `copy`, of a working copy, named by the time of its beginning. */
type Write = { version: number; values: Values; condition: string | null; copy: string | null; base: number }
type Publication = { version: number; condition: string | null }

class Round {
  readonly writes: Write[] = []
  readonly publications: Publication[] = []
  readonly discards: [from: number, to: number][] = []
  readonly refused: string[] = []
  /** By ETag, the copies that an editor has seen. */
  readonly seen = new Map<string, Row>()

  constructor(
    readonly number: number,
    readonly record: Row,
    readonly kind: Kind,
  ) {}
}

const draftTag = ({ version }: { version: number }) => `"d${version}"`
const isDone = ({ status }: Answer) => status < 300
const time = (at: string) => new Date(at).getTime()

class Editor {
  #live = 1
  #draft = 0
  /** The ETags of the last answers; null where there was no copy. */
  #tags: { live: string; draft: string | null } = { live: '"1"', draft: null }
  #values = 0

  constructor(
    private readonly name: string,
    private readonly client: Client,
    private readonly round: Round,
    private readonly random: (limit: number) => number,
  ) {}

  /** The steps by how often they are taken. */
  readonly #steps: [number, () => Promise<unknown>][] = [
    [2, () => this.#read()],
    [8, () => this.#patchDraft(this.#some())],
    [5, () => this.#patchLive(this.#some())],
    [2, () => this.#putLive()],
    [4, () => this.#publish()],
    [1, () => this.#discard()],
    [2, () => this.#patchDraft(this.#some(), { publish_at: new Date(now + 2_000).toISOString() })],
    [2, () => this.#letTimePass()],
    [2, () => this.#live_('PATCH', this.round.kind.visibility[this.random(2)]!, {}, null)],
    [2, () => this.#restore()],
    [2, () => this.#merge()],
    [2, () => this.#release()],
    [1, () => this.#trash()],
  ]

  async work() {
    const lots = this.#steps.flatMap(([weight, step]) => Array<typeof step>(weight).fill(step))
    for (let count = 0; count < STEPS; count++) await lots[this.random(lots.length)]!()
  }

  /** New values of a random part of the fields. */
  #some(): Values {
    const { fields } = this.round.kind
    const chosen = fields.filter(() => this.random(3) === 0)
    return this.#valuesOf(chosen.length > 0 ? chosen : [fields[this.random(fields.length)]!])
  }

  #valuesOf = (fields: readonly string[]): Values =>
    Object.fromEntries(fields.map((field) => [field, `${this.name} ${this.round.number}.${++this.#values}`]))

  /** Without If-Match, or with the ETag that this editor has seen last. */
  #condition = (tag: string | null) => (this.random(2) ? tag : null)

  async #call(method: string, path: string, body?: object, condition: string | null = null) {
    const answer = await this.client(method, path, {
      ...(body && { body }),
      ...(condition && { headers: { 'If-Match': condition } }),
    })
    if (answer.status >= 400) {
      const { detail } = answer.body
      expect([method, path, answer.status < 500, typeof detail]).toEqual([method, path, true, 'string'])
    }
    return answer
  }

  #sawLive({ version }: Row) {
    expect(version).toBeGreaterThanOrEqual(this.#live)
    this.#live = version
    this.#tags.live = `"${version}"`
  }

  #sawDraft({ body }: Answer) {
    expect(body.draft.version).toBeGreaterThanOrEqual(this.#draft)
    this.#draft = body.draft.version
    this.#tags.draft = draftTag(body.draft)
    this.round.seen.set(this.#tags.draft, body)
  }

  async #read() {
    const { place } = this.round.record
    const live = await this.#call('GET', place)
    if (isDone(live)) this.#sawLive(live.body)
    const draft = await this.#call('GET', `${place}/draft`)
    if (isDone(draft)) this.#sawDraft(draft)
    else this.#tags.draft = null
    return { live, draft }
  }

  async #patchDraft(values: Values, controls: { publish_at?: string; base_version?: number } = {}) {
    const condition = this.#condition(this.#tags.draft ?? this.#tags.live)
    const path = `${this.round.record.place}/draft`
    const answer = await this.#call('PATCH', path, { ...values, ...controls }, condition)
    if (!isDone(answer)) return void this.round.refused.push(...Object.values(values))
    this.#sawDraft(answer)
    const { version, created_at: copy, base_version: base } = answer.body.draft
    if (controls.base_version !== undefined) expect(base).toBe(controls.base_version)
    // A merge without conflicts may change nothing.
    if (Object.keys(values).length > 0) this.round.writes.push({ version, values, condition, copy, base })
  }

  #patchLive = (values: Values) => this.#live_('PATCH', values, values, this.#condition(this.#tags.live))

  #putLive() {
    const values = this.#valuesOf(this.round.kind.fields)
    return this.#live_('PUT', values, values, this.#condition(this.#tags.live))
  }

  async #live_(method: string, body: object, values: Values, condition: string | null) {
    const answer = await this.#call(method, this.round.record.place, body, condition)
    if (!isDone(answer)) return void this.round.refused.push(...Object.values(values))
    this.#sawLive(answer.body)
    const { version } = answer.body
    this.round.writes.push({ version, values, condition, copy: null, base: 0 })
  }

  /** Often what was looked at right before. */
  async #publish() {
    if (this.random(2)) await this.#read()
    const condition = this.#condition(this.#tags.draft)
    const answer = await this.#call('POST', `${this.round.record.place}/draft/publish`, undefined, condition)
    if (!isDone(answer)) return
    this.#sawLive(answer.body)
    this.round.publications.push({ version: answer.body.version, condition })
  }

  async #discard() {
    const from = now
    const answer = await this.#call('DELETE', `${this.round.record.place}/draft`)
    if (isDone(answer)) this.round.discards.push([from, now])
  }

  async #letTimePass() {
    now += 3_000
    await Promise.all(replicas.map(({ deps }) => deps.scheduledPublications.run()))
  }

  async #restore() {
    const { place } = this.round.record
    const { status, body } = await this.#call('GET', `${place}/revisions`)
    if (status !== 200) return
    const { id } = body.items[this.random(body.items.length)]
    const condition = this.#condition(this.#tags.live)
    const answer = await this.#call('POST', `${place}/revisions/${id}/restore`, undefined, condition)
    if (!isDone(answer)) return
    this.#sawLive(answer.body)
    this.round.writes.push({ version: answer.body.version, values: {}, condition, copy: null, base: 0 })
  }

  /** As the panel does after `base_changed`: fields that both sides have changed get new values. */
  async #merge() {
    const { live, draft } = await this.#read()
    if (isDone(live) && isDone(draft))
      await this.#patchDraft(this.#valuesOf(draft.body.draft.base_changed.filter(this.#isTested)), {
        base_version: live.body.version,
      })
  }

  #isTested = (field: string) => this.round.kind.fields.includes(field)

  async #release() {
    const items = [{ resource: this.round.kind.resource, id: this.round.record.id }]
    const made = await this.#call('POST', '/api/admin/releases', { name: this.name, items })
    if (!isDone(made)) return
    const path = `/api/admin/releases/${made.body.id}`
    if (isDone(await this.#call('POST', `${path}/publish`))) {
      if (this.random(2)) await this.#call('POST', `${path}/undo`)
    } else await this.#call('DELETE', path)
  }

  async #trash() {
    const { id, place } = this.round.record
    if (!isDone(await this.#call('DELETE', place))) return
    const { body } = await this.#call('GET', `/api/admin/trash?resource=${this.round.kind.resource}`)
    const entry = body.items.find((found: { record_id: number }) => found.record_id === id)
    const answer = await this.#call('POST', `/api/admin/trash/${entry.id}/restore`)
    expect(answer.status).toBe(200)
  }
}

/** The record with its copy and all its revisions, by version. */
async function read({ place }: Row) {
  const { items } = (await service.admin('GET', `${place}/revisions`)).body
  const states = new Map<number, Row>()
  for (const { id, version } of items) {
    expect(states.has(version)).toBe(false)
    states.set(version, (await service.admin('GET', `${place}/revisions/${id}`)).body.state)
  }
  const draft = await service.admin('GET', `${place}/draft`)
  const live = (await service.admin('GET', place)).body as Row
  return { live, states, draft: draft.status === 200 ? (draft.body as Row) : null }
}

const pick = (row: Row, fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, row[field] ?? null]))

function check(round: Round, { live, states, draft }: Awaited<ReturnType<typeof read>>) {
  const { fields } = round.kind
  // Every version has one revision, and the last one is the live record.
  expect([...states.keys()].toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: live.version }, (_, index) => index + 1),
  )
  expect(pick(states.get(live.version)!, fields)).toEqual(pick(live, fields))

  const everything = [live, draft, ...states.values()].filter((row) => row !== null)
  const kept = new Set(everything.flatMap((row) => Object.values(pick(row, fields))))
  expect(round.refused.filter((value) => kept.has(value))).toEqual([])

  const ofLive = round.writes.filter(({ copy }) => copy === null)
  for (const { version, values, condition } of ofLive) {
    expect(pick(states.get(version)!, Object.keys(values))).toEqual(values)
    if (condition) expect(`"${version - 1}"`).toBe(condition)
  }
  checkCopies(round, kept)

  for (const { version, condition } of round.publications) {
    if (!condition) continue
    const seen = round.seen.get(condition)!
    const { created_at: copy } = seen.draft
    expect(draft?.draft.created_at).not.toBe(copy)
    expect(round.writes.filter((write) => write.copy === copy && write.version > seen.draft.version)).toEqual(
      [],
    )
    // What its editor has seen is published, and nothing is lost that only the live record had.
    const base = states.get(seen.draft.base_version)!
    // A copy that changes nothing any more leaves the live record, and its version, as they are.
    const hasOwn = fields.some((field) => seen[field] !== base[field])
    const [before, after] = [states.get(hasOwn ? version - 1 : version)!, states.get(version)!]
    for (const field of fields) {
      const isOwn = seen[field] !== base[field]
      if (isOwn && before[field] !== base[field]) expect(seen[field]).toBe(before[field])
      expect([field, after[field]]).toEqual([field, isOwn ? seen[field] : before[field]])
    }
  }
}

function checkCopies({ writes, discards }: Round, kept: ReadonlySet<unknown>) {
  const copies = Map.groupBy(
    writes.filter(({ copy }) => copy !== null),
    ({ copy }) => copy!,
  )
  const begun = [...copies.keys()].toSorted()
  for (const [index, copy] of begun.entries()) {
    const inOrder = copies.get(copy)!.toSorted((a, b) => a.version - b.version)
    const ended = begun[index + 1] ?? '9999-12-31T00:00:00Z'
    const wasDiscarded = discards.some(([from, to]) => from < time(ended) && to >= time(copy))
    for (const [place, { version, values, condition, base }] of inOrder.entries()) {
      const [previous, later] = [inOrder[place - 1], inOrder.slice(place + 1)]
      expect(version).toBeGreaterThan(previous?.version ?? 0)
      if (condition) expect([`"d${version - 1}"`, ...(previous ? [] : [`"${base}"`])]).toContain(condition)
      const overwritten = new Set(later.flatMap((write) => Object.keys(write.values)))
      const wanted = Object.entries(values).filter(([field]) => !overwritten.has(field))
      if (!wasDiscarded) expect(wanted.filter(([, value]) => !kept.has(value))).toEqual([])
    }
  }
  // No ETag of a copy is that of another one.
  const all = begun.flatMap((copy) =>
    copies
      .get(copy)!
      .map(({ version }) => version)
      .toSorted((a, b) => a - b),
  )
  expect(all).toEqual([...new Set(all)].toSorted((a, b) => a - b))
}

const random = randomOf(SEED)
const starts = Array.from({ length: Math.ceil(ROUNDS / ROUNDS_AT_ONCE) }, (_, at) => at * ROUNDS_AT_ONCE)
test.each(starts)(`rounds from %d of ${ROUNDS} lose nothing that was acknowledged`, async (start) => {
  for (let number = start; number < Math.min(start + ROUNDS_AT_ONCE, ROUNDS); number++) {
    const kind = KINDS[number % KINDS.length]!
    const record = await createRecord(service.admin, kind.resource, { title: `Round ${number}` })
    const round = new Round(number, record, kind)
    const editors = replicas.map(
      ({ admin }, index) => new Editor(`editor-${index}`, admin, round, randomOf(random(2 ** 31))),
    )
    try {
      await Promise.all(editors.map((editor) => editor.work()))
      check(round, await read(record))
    } catch (error) {
      console.error(
        `Round ${number} of EDITOR_SEED=${SEED}:`,
        round.writes,
        round.publications,
        round.discards,
      )
      throw error
    }
  }
})
