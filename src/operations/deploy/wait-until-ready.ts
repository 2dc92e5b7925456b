// Waits until every address of a host reports, several times in a row, that it is ready and runs the expected commit.
import { lookup } from 'node:dns/promises'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type Address = { address: string; family: number }
/** Asks one address; resolves with null when it is ready and runs the commit, otherwise with the reason it is not. */
export type ProbeAddress = (url: URL, address: Address, commit: string) => Promise<string | null>
export type ResolveHost = (host: string) => Promise<Address[]>

export type ReadinessOptions = {
  url: string
  commit: string
  /** Aborted on timeout or when the receiver stops. */
  signal: AbortSignal
  intervalMs: number
  resolve?: ResolveHost
  probe?: ProbeAddress
}

const REQUIRED_SUCCESSES = 3
const PROBE_TIMEOUT_MS = 5_000

/** Resolves with null once all addresses are ready; after the signal, with the last reason they were not. */
export async function waitUntilReady(options: ReadinessOptions): Promise<string | null> {
  const { commit, signal, intervalMs, resolve = resolveHost, probe = probeAddress } = options
  const url = new URL(options.url)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  let successes = new Map<string, number>()
  let reason = 'no answer yet'
  while (!signal.aborted) {
    const addresses = await resolve(host).catch((error: Error) => {
      reason = `${host} does not resolve (${(error as NodeJS.ErrnoException).code ?? error.message})`
      return []
    })
    const probes = await Promise.all(
      addresses.map(async (address) => ({ ...address, failure: await probe(url, address, commit) })),
    )
    // Rebuilt each round: addresses that no longer resolve are dropped, and a failure resets the count.
    successes = new Map(
      probes.map(({ address, failure }) => [address, failure ? 0 : (successes.get(address) ?? 0) + 1]),
    )
    const failed = probes.find(({ failure }) => failure)
    if (failed) reason = `${failed.address} ${failed.failure}`
    else if (probes.length > 0) reason = `not ready ${REQUIRED_SUCCESSES} times in a row yet`
    const isReady = [...successes.values()].every((count) => count >= REQUIRED_SUCCESSES)
    if (successes.size > 0 && isReady) return null
    await sleep(intervalMs, undefined, { signal }).catch(() => {})
  }
  return reason
}

const resolveHost: ResolveHost = async (host) => {
  const family = isIP(host)
  return family ? [{ address: host, family }] : lookup(host, { all: true })
}

/** Sends the request to this address only, with the URL's host in `Host`. */
const probeAddress: ProbeAddress = (url, address, commit) =>
  new Promise((resolve) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest
    const request = send(
      url,
      {
        agent: false,
        signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
        headers: { Host: url.host, Connection: 'close', 'User-Agent': 'frontage-deploy' },
        lookup: (_host, options, done) =>
          options.all ? done(null, [address]) : done(null, address.address, address.family),
      },
      (response) => {
        response.on('error', () => {})
        response.resume()
        const running = response.headers['x-app-commit']
        if (response.statusCode !== 200) resolve(`answers ${response.statusCode}`)
        else if (running !== commit)
          resolve(`runs ${running ? String(running).slice(0, 80) : 'a build without X-App-Commit'}`)
        else resolve(null)
      },
    )
    request.on('error', (error: NodeJS.ErrnoException) =>
      resolve(`does not answer (${error.code ?? error.name})`),
    )
    request.end()
  })
