// A worker that asks an address every 10 ms: in the thread of the bench, other work would delay the answers. It starts with
// the message `{url}`; any other message ends it, and it answers with the milliseconds of each answer.
declare const self: Worker

const durations: number[] = []
let url: string | null = null

async function probe(address: string) {
  while (url !== null) {
    const started = performance.now()
    await (await fetch(address)).arrayBuffer()
    durations.push(performance.now() - started)
    await Bun.sleep(10)
  }
  postMessage(durations)
}

self.onmessage = ({ data }: MessageEvent<{ url?: string }>) => {
  if (data.url === undefined) url = null
  else {
    url = data.url
    void probe(url)
  }
}
