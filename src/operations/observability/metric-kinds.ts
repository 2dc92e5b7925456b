// The kinds of metrics that the service, the backups and the deploy receiver have in common.
import { Counter, Gauge, type Registry } from 'prom-client'

type Registers = Registry[]

export function addBuildInfo(registers: Registers, commit: string) {
  const help = 'Commit of the running build; always 1'
  new Gauge({ name: 'app_build_info', help, labelNames: ['commit'], registers }).set({ commit }, 1)
}

/** Gauges by name, each with its help and a function that is called at every scrape. */
export function readGauges(registers: Registers, gauges: Record<string, [help: string, () => number]>) {
  for (const [name, [help, read]] of Object.entries(gauges))
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
}

/** A counter with one label. It begins with 0 for all values, because a rate misses the first event of a new series. */
export function countBy<Label extends string>(
  registers: Registers,
  label: Label,
  values: readonly string[],
  { name, help }: { name: string; help: string },
): Counter<Label> {
  const counter = new Counter({ name, help, labelNames: [label], registers })
  for (const value of values) counter.labels(value).inc(0)
  return counter
}
