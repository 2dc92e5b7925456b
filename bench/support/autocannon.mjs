// Runs autocannon (on the PATH) and prints its result as JSON: `node autocannon.mjs '{"url": …, "connections": …}'`.
// autocannon keeps every body as a string, which takes up to 50 times as long as the response itself; here it discards them.
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
