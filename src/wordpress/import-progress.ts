// Progress of a long command: a bar that redraws itself on a terminal, one plain line for each kind elsewhere.

type Output = { out: NodeJS.WritableStream; isTTY: boolean }

const WIDTH = 30

export type Progress = { step(kind: string): void; end(): void }

export function createProgress({ out, isTTY }: Output, total: number): Progress {
  const done = new Map<string, number>()
  let current: string | null = null
  let count = 0
  const finishKind = () => {
    if (current !== null && !isTTY) out.write(`${current}: ${done.get(current)}\n`)
  }
  return {
    step(kind) {
      if (kind !== current) finishKind()
      current = kind
      done.set(kind, (done.get(kind) ?? 0) + 1)
      count++
      if (!isTTY) return
      const filled = total === 0 ? WIDTH : Math.min(WIDTH, Math.round((count / total) * WIDTH))
      const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled)
      out.write(`\r\u001b[K${bar} ${count}/${total} ${kind}`)
    },
    end() {
      finishKind()
      if (isTTY && count > 0) out.write('\r\u001b[K')
    },
  }
}
