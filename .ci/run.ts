// Runs the lanes, or only those named on the command line: see `.ci/run`.
import { chosenLanes } from './chosen-lanes.ts'
import { lanes } from './lanes.ts'
import { runLanes } from './run-lanes.ts'

process.exit(await runLanes(chosenLanes(lanes, process.argv.slice(2))))
