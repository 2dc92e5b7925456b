// Quotes with offers: helpers for the tests of offers, comparisons and awards.
import { type Colleague, type Company, quoteIn } from './procurement.ts'

export type Line = { id: number; quantity: number }

/** Creates suppliers, submitted quotes and offers of a company. */
export async function startBuying(company: Company) {
  const owner = await company.hire('requester')
  const buyer = await company.hire('buyer')
  const approver = await company.hire('approver')

  const supplier = async (name = 'Pump Makers', more: object = {}): Promise<number> =>
    (await buyer('POST', '/api/suppliers', { body: { name, ...more } })).body.id

  /** A submitted quote with lines of these quantities, each estimated at 1,000 cents. */
  async function submitted(quantities: number[] = [2, 1], currency = 'EUR') {
    const lines = quantities.map((quantity, index) => ({
      description: `Part ${index + 1}`,
      quantity,
      unit_price: 1_000,
    }))
    const id = await quoteIn('submitted', owner, company.root, { title: 'Pumps', currency, lines })
    const quote = await read(id)
    return { id, path: `/api/quotes/${id}`, lines: quote.lines as Line[] }
  }
  type Submitted = Awaited<ReturnType<typeof submitted>>

  const read = async (id: number) => (await company.root('GET', `/api/quotes/${id}`)).body

  const add = (quote: Submitted, body: object, by: Colleague = buyer) =>
    by('POST', `${quote.path}/offers`, { body })

  /** The id of an offer with these prices, in the order of the lines; null leaves a line out. */
  async function offered(quote: Submitted, prices: (number | null)[], terms: object = {}): Promise<number> {
    const lines = quote.lines.flatMap(({ id }, index) => {
      const unit_price = prices[index]
      return unit_price === null || unit_price === undefined ? [] : [{ line_id: id, unit_price }]
    })
    const body = { supplier_id: await supplier(), currency: 'EUR', lines, ...terms }
    const answer = await add(quote, body)
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
    return answer.body.id
  }

  const compare = async (quote: Submitted) => (await buyer('GET', `${quote.path}/offers/comparison`)).body
  const award = (quote: Submitted, body: unknown, by: Colleague = buyer, headers = {}) =>
    by('POST', `${quote.path}/award`, { body, headers })

  return { owner, buyer, approver, supplier, submitted, read, add, offered, compare, award }
}
