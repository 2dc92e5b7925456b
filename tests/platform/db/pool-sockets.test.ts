import { afterEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { Secret } from '../../../src/platform/config/secret.ts'
import type { Driver } from '../../../src/platform/db/database.ts'
import { openPostgres } from '../../../src/platform/db/postgres-driver.ts'
import { canCertify, selfSigned } from '../../support/certificate.ts'
import { eventually, PATIENCE_MS } from '../../support/eventually.ts'
import { type FakePostgres, startFakePostgres } from './fake-postgres.ts'

let server: FakePostgres | null = null
let driver: Driver | null = null
afterEach(async () => {
  await driver?.close()
  await server?.close()
})

test.each(canCertify ? ['', '?sslmode=require&sslnegotiation=direct'] : [''])(
  'a closed connection is not counted as open: %p',
  async (parameters) => {
    server = await startFakePostgres(() => false, parameters ? selfSigned('localhost') : null)
    const url = new Secret(server.url + parameters)
    driver = openPostgres({ url, poolSize: 2, deadlineMs: PATIENCE_MS })
    await driver.drizzle.execute(sql`select 1`)
    expect(driver.connections()).toEqual({ open: 1, max: 2 })
    server.disconnect()
    await eventually(() => driver!.connections().open === 0)
  },
)
