// Progress of the import: a progress bar with rate and time left on a terminal, otherwise one line for each kind of
// record.

type Options = { out: NodeJS.WritableStream; isTTY: boolean; now?: () => number }

const BAR_WIDTH = 30
/** The rate says nothing before that. */
const MIN_SECONDS = 2

export type Progress = {
  /** Starts a part of the import with this many steps. */
  begin(total: number): void
  step(kind: string): void
  end(): void
}

/** `total` is the number of steps of the first part. */
export function createProgress({ out, isTTY, now = () => performance.now() }: Options, total = 0): Progress {
  const countByKind = new Map<string, number>()
  let currentKind: string | null = null
  let part = { total, count: 0, startedAt: now() }
  let hasBar = false
  const writeLine = () => {
    if (currentKind !== null && !isTTY) out.write(`${currentKind}: ${countByKind.get(currentKind)}\n`)
  }
  return {
    begin(next) {
      part = { total: next, count: 0, startedAt: now() }
    },
    step(kind) {
      if (kind !== currentKind) writeLine()
      currentKind = kind
      countByKind.set(kind, (countByKind.get(kind) ?? 0) + 1)
      part.count++
      if (!isTTY) return
      hasBar = true
      const { count, startedAt } = part
      const share = part.total === 0 ? 1 : Math.min(1, count / part.total)
      const filled = Math.round(share * BAR_WIDTH)
      const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled)
      const speed = formatSpeed({ seconds: (now() - startedAt) / 1_000, count, left: part.total - count })
      out.write(`\r\u001b[K${bar} ${count}/${part.total} ${kind}${speed}`)
    },
    end() {
      writeLine()
      if (hasBar) out.write('\r\u001b[K')
    },
  }
}

/** ` · 3.4/s · 2 min 05 s left`; empty at the beginning. */
function formatSpeed({ seconds, count, left }: { seconds: number; count: number; left: number }): string {
  if (seconds < MIN_SECONDS) return ''
  const rate = count / seconds
  const shown = rate >= 10 ? Math.round(rate) : Math.round(rate * 10) / 10
  return ` · ${shown}/s${left > 0 ? ` · ${formatDuration(left / rate)} left` : ''}`
}

function formatDuration(seconds: number): string {
  const whole = Math.ceil(seconds)
  if (whole < 60) return `${whole} s`
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return `${minutes} min ${String(whole % 60).padStart(2, '0')} s`
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}
