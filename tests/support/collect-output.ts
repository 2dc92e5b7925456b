import { Writable } from 'node:stream'

/** A stream for the output of a command, and the text that was written to it. */
export function collectOutput() {
  let output = ''
  const out = new Writable({
    write(chunk, _, done) {
      output += chunk
      done()
    },
  })
  return { out, output: () => output }
}
