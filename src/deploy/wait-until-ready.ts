// Waits until every address of a host answers, several times in a row, that it is ready and runs the commit.
import { lookup } from 'node:dns/promises'
import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { isIP } from 'node:net'

export type Address = { address: string; family: number }
/** What one address answers: null when it is as wished, else what is not. */
export type Ask = (url: URL, address: Address, commit: string) => Promise<string | null>
export type Resolve = (host: string) => Promise<Address[]>

export type Wait = {
  url: string
  commit: string
  /** Raised when the time is over, or the receiver stops. */
  signal: AbortSignal
  intervalMs: number
  resolve?: Resolve
  ask?: Ask
}

const IN_A_ROW = 3
const ANSWER_MS = 5_000

/** Null once all are ready; else, after the signal, what the last round lacked. */
export async function waitUntilReady({
  url: text,
  commit,
  signal,
  intervalMs,
  ...parts
}: Wait): Promise<string | null> {
  const { resolve = resolveHost, ask = askAddress } = parts
  const url = new URL(text)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  let rows = new Map<string, number>()
  let lack = 'it was not asked yet'
  while (!signal.aborted) {
    const addresses = await resolve(host).catch((error: Error) => {
      lack = `${host} does not resolve (${(error as NodeJS.ErrnoException).code ?? error.message})`
      return []
    })
    const answers = await Promise.all(
      addresses.map(async (address) => ({ ...address, lack: await ask(url, address, commit) })),
    )
    // Addresses that the host has no more are forgotten; one that fails begins again.
    rows = new Map(answers.map(({ address, lack }) => [address, lack ? 0 : (rows.get(address) ?? 0) + 1]))
    const failing = answers.find((answer) => answer.lack)
    if (failing) lack = `${failing.address} ${failing.lack}`
    else if (answers.length > 0) lack = `it was not ready ${IN_A_ROW} times in a row yet`
    if (rows.size > 0 && [...rows.values()].every((row) => row >= IN_A_ROW)) return null
    await sleep(intervalMs, signal)
  }
  return lack
}

const resolveHost: Resolve = async (host) => {
  const family = isIP(host)
  return family ? [{ address: host, family }] : lookup(host, { all: true })
}

/** Asks just this address, as the host that the URL names. */
const askAddress: Ask = (url, address, commit) =>
  new Promise((resolve) => {
    const send = url.protocol === 'https:' ? secureRequest : plainRequest
    const request = send(
      url,
      {
        agent: false,
        signal: AbortSignal.timeout(ANSWER_MS),
        headers: { Host: url.host, Connection: 'close', 'User-Agent': 'frontage-deploy' },
        lookup: (_host, options, done) =>
          options.all ? done(null, [address]) : done(null, address.address, address.family),
      },
      (response) => {
        response.on('error', () => {})
        response.resume()
        const runs = response.headers['x-app-commit']
        if (response.statusCode !== 200) resolve(`answers ${response.statusCode}`)
        else if (runs !== commit)
          resolve(`runs ${runs ? String(runs).slice(0, 80) : 'a build that names no commit'}`)
        else resolve(null)
      },
    )
    request.on('error', (error: NodeJS.ErrnoException) =>
      resolve(`does not answer (${error.code ?? error.name})`),
    )
    request.end()
  })

/** Ends early, without a word, when the signal is raised. */
function sleep(milliseconds: number, signal: AbortSignal) {
  return new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal.addEventListener('abort', end)
  })
}
