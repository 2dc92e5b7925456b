// Records the SQL that a call sends. Statements are assigned to the call that led to them, so that sweeps, workers and
// other calls do not appear among them.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Driver, Tx } from '../../../src/platform/db/database.ts'
import { eventually } from '../../support/eventually.ts'

/** A statement, or those of a transaction: transactions may run side by side. */
type Sent = string | Sent[]
type Call = { sent: Sent[]; running: { count: number } }

/** The parts of drizzle's session that are told of each statement; transactions share its options. */
type Session = { logger: Logger; options: { logger?: Logger } }
type Logger = { logQuery(text: string): void }

export type Recorder = {
  driver: Driver
  /** The statements of `run`: each transaction at the place where it began, to its end. */
  record(run: () => Promise<unknown>): Promise<string[]>
}

export function recordStatements(inner: Driver): Recorder {
  const calls = new AsyncLocalStorage<Call>()
  const add = (text: string) => {
    // Only one of the two drivers reports savepoints.
    if (!/\bsavepoint \w+$/.test(text)) calls.getStore()?.sent.push(normalize(text))
  }
  const { session } = inner.drizzle as unknown as { session: Session }
  session.logger = { logQuery: add }
  session.options.logger = session.logger

  async function transact(...args: Parameters<Tx['transaction']>) {
    add('begin')
    try {
      const result = await inner.drizzle.transaction(...args)
      add('commit')
      return result
    } catch (error) {
      add('rollback')
      throw error
    }
  }

  async function transaction(...args: Parameters<Tx['transaction']>) {
    const call = calls.getStore()
    if (!call) return inner.drizzle.transaction(...args)
    const { running } = call
    const sent: Sent[] = []
    call.sent.push(sent)
    running.count++
    try {
      return await calls.run({ sent, running }, () => transact(...args))
    } finally {
      running.count--
    }
  }

  const drizzle = new Proxy(inner.drizzle, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (name === 'transaction') return transaction
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return {
    driver: { ...inner, drizzle },
    async record(run) {
      const call: Call = { sent: [], running: { count: 0 } }
      await calls.run(call, run)
      await eventually(() => call.running.count === 0)
      return flatten(call.sent)
    },
  }
}

const flatten = (sent: Sent[]): string[] =>
  sent.flatMap((one) => (typeof one === 'string' ? one : flatten(one)))

/** One line without what differs from call to call (parameters) or says little (long lists). */
const normalize = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/"\w+"(?:\."\w+")?(?:, "\w+"(?:\."\w+")?){3,}/g, (list) => `${list.split(',').length} columns`)
    .replace(/(?:\$\d+|default)(?:, (?:\$\d+|default))+/g, '$…')
    .replace(/\$\d+/g, '$')
