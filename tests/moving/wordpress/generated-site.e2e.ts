// The generated site with 800 posts comes over whole, through the command into a service: what `generated-site.test.ts` checks
// with 24. `GENERATED_POSTS=3000` takes minutes.
import { afterAll, expect, test } from 'bun:test'
import {
  expectAddresses,
  expectNothingLost,
  expectRecords,
  openGeneratedSite,
  targetOf,
} from './generated-import.ts'

const opened = await openGeneratedSite(Number(process.env.GENERATED_POSTS ?? 800))
const { site, paths, run, list, get } = opened
afterAll(opened.close)

test('every record is as expected, and everything else of the file is named', async () => {
  expect((await run()).code).toBe(0)
  await expectRecords(site, list)
  expectNothingLost(site, await targetOf(paths, list))
})

test('every old address leads to its place through one redirect', () => expectAddresses(site, get))
