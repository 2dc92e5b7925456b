// Many readers of an event stream, over plain sockets: they need less memory than requests.
import { connect, type Socket } from 'node:net'

type Options = {
  url: string
  path: string
  count: number
  headersOf: (index: number) => Promise<Record<string, string>>
}

export async function connectListeners({ url, path, count, headersOf }: Options) {
  const { hostname, port } = new URL(url)
  const told = Promise.withResolvers<void>()
  const sockets: Socket[] = []
  let toldCount = 0
  for (let index = 0; index < count; index++) {
    const headers = Object.entries({ Host: hostname, ...(await headersOf(index)) })
    const lines = [`GET ${path} HTTP/1.1`, ...headers.map((header) => header.join(': ')), '', '']
    const socket = connect(Number(port), hostname)
    const opened = Promise.withResolvers<void>()
    let isTold = false
    socket.on('error', opened.reject)
    socket.on('data', (bytes: Buffer) => {
      const text = bytes.toString()
      if (text.startsWith('HTTP/1.1 200')) opened.resolve()
      else if (text.startsWith('HTTP/1.1')) opened.reject(new Error(text))
      if (isTold || !text.includes('event: changed')) return
      isTold = true
      if (++toldCount === count) told.resolve()
    })
    socket.write(lines.join('\r\n'))
    await opened.promise
    sockets.push(socket)
  }
  return {
    /** Resolves when all have received an event. */
    told: told.promise,
    async close() {
      for (const socket of sockets) socket.destroy()
    },
  }
}
