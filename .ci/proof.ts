// The proof: `bun run proof`, `bun run proof LANE …`, and with `--resume` only what has not ended on this commit yet. Nothing
// is tried twice.
import { join } from 'node:path'
import { chosenLanes, orExit } from './chosen-lanes.ts'
import { keptRows } from './kept-rows.ts'
import { byName, proof } from './lanes.ts'
import { runLanes } from './run-lanes.ts'

const args = process.argv.slice(2)
const names = args.filter((arg) => arg !== '--resume')
const { read, keep } = await keptRows(join(import.meta.dir, '..'))
const lanes = await orExit(() => (names.length > 0 ? chosenLanes([...proof, ...byName], names) : proof))
const kept = args.includes('--resume') ? await orExit(read) : []
process.exit(await runLanes(lanes, { kept, keep }))
