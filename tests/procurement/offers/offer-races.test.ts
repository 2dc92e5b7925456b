// Awards, offers and approvals at the same time. They really run in parallel on Postgres; the embedded database runs them one
// after another.
import { afterAll, expect, test } from 'bun:test'
import { onPostgres } from '../../support/database.ts'
import { startBuying } from '../../support/offers.ts'
import { deadlocksIn, startCompany } from '../../support/procurement.ts'
import { roundsOf } from '../../support/rounds.ts'

const ROUNDS = roundsOf(25, 3)

const company = await startCompany()
const { root } = company
const { buyer, approver, supplier, submitted, read, add, offered, award } = await startBuying(company)
const second = await company.hire('buyer')
afterAll(() => company[Symbol.asyncDispose]())

const eventsOf = async (id: number): Promise<string[]> =>
  (await root('GET', `/api/quotes/${id}/events`)).body.items.map(({ event }: any) => event)
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

/** The lines, awards and total of a quote say the same. */
async function assertAgrees(id: number) {
  const { lines, awards, total } = await read(id)
  expect(sum(awards.map((award: any) => award.total))).toBe(total)
  expect(sum(lines.map((line: any) => line.total)) + sum(awards.map((award: any) => award.charges))).toBe(
    total,
  )
  const suppliers = new Set(lines.map((line: any) => line.supplier.id))
  expect(suppliers).toEqual(new Set(awards.map((award: any) => award.supplier.id)))
}

test('two awards are one after the other: the quote has one of them as a whole', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const quote = await submitted([2, 1, 3])
    const first = await offered(quote, [900, 800, 700], { shipping: 10 })
    const other = await offered(quote, [910, 810, 710], { shipping: 20 })
    const lines = quote.lines.map(({ id }, index) => ({ line_id: id, offer_id: index === 1 ? other : first }))
    const answers = await Promise.all([
      award(quote, { offer_id: first, reason: 'x' }, buyer),
      award(quote, { offer_id: other, reason: 'x' }, second),
      award(quote, { lines, reason: 'x' }, buyer),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await eventsOf(quote.id)).filter((event) => event === 'awarded')).toHaveLength(3)
    await assertAgrees(quote.id)
    const versions = answers.map(({ body }) => body.version).sort()
    expect(new Set(versions).size).toBe(3)
  }
})

test('an offer is never changed under an award: the quote has the price from before, or from after it', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const quote = await submitted([2])
    const id = await offered(quote, [900])
    const lines = [{ line_id: quote.lines[0]!.id, unit_price: 100 }]
    const path = `${quote.path}/offers/${id}`
    const [awarded, changed, removed] = await Promise.all([
      award(quote, { offer_id: id }),
      second('PATCH', path, { body: { lines } }),
      round % 2 === 0 ? null : second('DELETE', path),
    ])
    const events = await eventsOf(quote.id)
    const { total, awards } = await read(quote.id)
    if (awarded!.status === 200) {
      const isChanged = events.includes('offer_changed')
      expect([total, changed!.status]).toEqual(isChanged ? [200, 200] : [1_800, 409])
      expect(events.at(-1)).toBe('awarded')
      await assertAgrees(quote.id)
    } else {
      expect([awarded!.status, removed?.status, awards]).toEqual([422, 204, []])
      expect(total).toBe(2_000)
    }
  }
})

test('an approval sees the quote before its award or after it, never half of it', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const quote = await submitted([2, 1])
    const id = await offered(quote, [900, 800])
    const [awarded, approved] = await Promise.all([
      award(quote, { offer_id: id }),
      approver('POST', `${quote.path}/approve`),
    ])
    expect(awarded.status).toBe(200)
    const { status, approvals } = await read(quote.id)
    if (approved.status === 200) expect([status, approved.body.total]).toEqual(['approved', 2_600])
    else expect([approved.status, status, approvals]).toEqual([409, 'submitted', []])
    await assertAgrees(quote.id)
  }
})

test('a first offer and an approval: the quote is approved without it, or waits for the award', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const quote = await submitted([1])
    const lines = [{ line_id: quote.lines[0]!.id, unit_price: 1 }]
    const body = { supplier_id: await supplier(), currency: 'EUR', lines }
    const [added, approved] = await Promise.all([add(quote, body), approver('POST', `${quote.path}/approve`)])
    expect([
      [201, 409],
      [409, 200],
    ]).toContainEqual([added.status, approved.status])
  }
})

test('of several offers of one supplier at once, one is stored', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const quote = await submitted([1])
    const lines = [{ line_id: quote.lines[0]!.id, unit_price: 1 }]
    const body = { supplier_id: await supplier(), currency: 'EUR', lines }
    const answers = await Promise.all([add(quote, body), add(quote, body, second), add(quote, body)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  }
})

test('a merger during an award leaves every line and offer with the supplier that stays, without a deadlock', async () => {
  const { database } = company.service.deps
  const before = onPostgres ? await deadlocksIn(database) : 0
  for (let round = 0; round < ROUNDS; round++) {
    const quote = await submitted([2, 1])
    const [old, into] = [await supplier('Old'), await supplier('New')]
    const id = await offered(quote, [900, 800], { supplier_id: old })
    const path = `${quote.path}/offers/${id}`
    const [merged, awarded] = await Promise.all([
      second('POST', `/api/suppliers/${old}/merge`, { body: { into } }),
      award(quote, { offer_id: id }),
      second('PATCH', path, { body: { tax: 1 } }),
    ])
    expect([merged.status, awarded.status]).toEqual([200, 200])
    const { lines, awards } = await read(quote.id)
    const names = [...lines, ...awards].map((part: any) => part.supplier.name)
    expect(new Set(names)).toEqual(new Set(['New']))
    await assertAgrees(quote.id)
  }
  if (onPostgres) expect(await deadlocksIn(database)).toBe(before)
})
