// What autocannon finds out, as JSON: `node autocannon.mjs '{"url": …, "connections": …}'`, with autocannon on the PATH.
// It keeps every body as a string, which takes up to fifty times as long as the answer itself: here it reads them only.
import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

const program = (process.env.PATH ?? '').split(delimiter).flatMap((directory) => {
  try {
    return [realpathSync(join(directory, 'autocannon'))]
  } catch {
    return []
  }
})[0]
const autocannon = createRequire(program)('autocannon')

const setupClient = (client) => {
  client.pipelinedRequests.addBody = () => {}
}
console.log(JSON.stringify(await autocannon({ ...JSON.parse(process.argv[2]), setupClient })))
