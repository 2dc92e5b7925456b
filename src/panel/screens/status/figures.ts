export type Figures = { startedAt: string | null; memory: number | null; requests: number; failures: number }

/** Picks some figures from the Prometheus text of `/metrics`. */
export function parseFigures(text: string): Figures {
  let [requests, failures] = [0, 0]
  let started: number | null = null
  let memory: number | null = null
  for (const line of text.split('\n')) {
    const [, name, labels = '', value] = /^(\w+)(\{.*\})? (\S+)$/.exec(line) ?? []
    if (name === 'process_start_time_seconds') started = Number(value)
    else if (name === 'process_resident_memory_bytes') memory = Number(value)
    else if (name === 'http_requests_total') {
      requests += Number(value)
      if (/status="5\d\d"/.test(labels)) failures += Number(value)
    }
  }
  const startedAt = started === null ? null : new Date(started * 1_000).toISOString()
  return { startedAt, memory, requests, failures }
}
