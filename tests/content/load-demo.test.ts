import { expect, test } from 'bun:test'
import { fillWithDemo } from '../../src/content/demo/load-demo.ts'
import type { Database } from '../../src/platform/db/database.ts'
import { startApp } from '../support/app.ts'

test('a machine too slow to fill the site in the time of a request still gets its demo site', async () => {
  await using app = await startApp()
  const { database, clock, config } = app.deps
  const deadlines: (number | undefined)[] = []
  const observed: Database = {
    ...database,
    transaction: (run, options) => {
      deadlines.push(options?.deadlineMs)
      return database.transaction(run, options)
    },
  }
  const { mediaBase, url: siteUrl } = config.site
  expect(await fillWithDemo({ database: observed, clock, mediaBase, siteUrl })).toBe(true)
  expect(deadlines).toEqual([120_000])
})
