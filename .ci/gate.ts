// The gate: `.ci/run`, or `.ci/run LANE …` for some of its lanes.
import { chosenLanes, orExit } from './chosen-lanes.ts'
import { gate } from './lanes.ts'
import { runLanes } from './run-lanes.ts'

/** Less than the 90 minutes that it gets, so that the table is printed. */
const LIMIT_SECONDS = 5_000

const lanes = await orExit(() => chosenLanes(gate, process.argv.slice(2)))
process.exit(await runLanes(lanes, { secondTries: true, limitSeconds: LIMIT_SECONDS }))
