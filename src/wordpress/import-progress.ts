// Progress of the import: a progress bar on a terminal, otherwise one line for each kind of record.

type Output = { out: NodeJS.WritableStream; isTTY: boolean }

const BAR_WIDTH = 30

export type Progress = { step(kind: string): void; end(): void }

export function createProgress({ out, isTTY }: Output, total: number): Progress {
  const countByKind = new Map<string, number>()
  let currentKind: string | null = null
  let count = 0
  const writeLine = () => {
    if (currentKind !== null && !isTTY) out.write(`${currentKind}: ${countByKind.get(currentKind)}\n`)
  }
  return {
    step(kind) {
      if (kind !== currentKind) writeLine()
      currentKind = kind
      countByKind.set(kind, (countByKind.get(kind) ?? 0) + 1)
      count++
      if (!isTTY) return
      const filled = total === 0 ? BAR_WIDTH : Math.min(BAR_WIDTH, Math.round((count / total) * BAR_WIDTH))
      const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled)
      out.write(`\r\u001b[K${bar} ${count}/${total} ${kind}`)
    },
    end() {
      writeLine()
      if (isTTY && count > 0) out.write('\r\u001b[K')
    },
  }
}
