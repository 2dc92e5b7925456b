/** Asks an address every 10 ms in a thread of its own; `stop` returns the milliseconds of each answer. */
export function startProbe(url: string) {
  const worker = new Worker(new URL('./probe-latency.ts', import.meta.url))
  worker.postMessage({ url })
  return {
    async stop() {
      const answered = new Promise<number[]>((resolve) => {
        worker.onmessage = ({ data }: MessageEvent<number[]>) => resolve(data)
      })
      worker.postMessage({})
      const durations = await answered
      worker.terminate()
      return durations
    },
  }
}
