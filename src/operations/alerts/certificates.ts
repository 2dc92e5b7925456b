// Reads the certificates of the site's hosts once an hour, for a gauge and for the alert before they expire.
import { connect } from 'node:tls'

export type CertificateTimes = { from: Date; to: Date }

const INTERVAL_MS = 3_600_000
/** After a host that did not answer. */
const RETRY_MS = 60_000
const TIMEOUT_MS = 10_000

type Options = {
  hosts: readonly string[]
  /** Where the hosts are reached, such as `proxy:443`; null: at their own addresses. */
  server: string | null
}

export class Certificates {
  /** Of the hosts that have answered. */
  readonly times = new Map<string, CertificateTimes>()
  #timer: Timer | undefined

  constructor(private readonly options: Options) {}

  start() {
    if (this.options.hosts.length > 0) void this.#run()
  }

  stop() {
    clearTimeout(this.#timer)
  }

  async #run() {
    const haveAnswered = await this.read()
    this.#timer = setTimeout(() => void this.#run(), haveAnswered ? INTERVAL_MS : RETRY_MS)
    this.#timer.unref()
  }

  /** Reads all of them now; false if a host did not answer, whose earlier certificate is kept. */
  async read(): Promise<boolean> {
    const { hosts, server } = this.options
    const outcomes = await Promise.all(
      hosts.map(async (host) => {
        const times = await readCertificate(host, server ?? `${host}:443`).catch(() => null)
        if (times) this.times.set(host, times)
        return times !== null
      }),
    )
    return outcomes.every((hasAnswered) => hasAnswered)
  }
}

function readCertificate(host: string, server: string): Promise<CertificateTimes | null> {
  const separator = server.lastIndexOf(':')
  return new Promise((resolve) => {
    const socket = connect({
      host: server.slice(0, separator),
      port: Number(server.slice(separator + 1)),
      servername: host,
      // An expired one is to be read too. Nothing is sent.
      rejectUnauthorized: false,
    })
    const end = (times: CertificateTimes | null) => {
      socket.destroy()
      resolve(times)
    }
    socket.setTimeout(TIMEOUT_MS, () => end(null))
    socket.on('error', () => end(null))
    socket.on('secureConnect', () => {
      const { valid_from, valid_to } = socket.getPeerCertificate()
      end(valid_to ? { from: new Date(valid_from), to: new Date(valid_to) } : null)
    })
  })
}
