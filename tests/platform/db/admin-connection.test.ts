// Connections for administration are not subject to the limits that a login or a database has for the service.
import { expect, test } from 'bun:test'
import { Secret } from '../../../src/platform/config/secret.ts'
import { connectTo, withConnection } from '../../../src/platform/db/admin-connection.ts'
import { createEmptyDatabase, onPostgres } from '../../support/database.ts'

test.skipIf(!onPostgres)('the limits of the database do not apply to backup and restore', async () => {
  const made = (await createEmptyDatabase())!
  const name = new URL(made.url).pathname.slice(1)
  const url = new Secret(made.url)
  await withConnection(connectTo(url, name), (sql) =>
    sql.unsafe(`alter database ${name} set statement_timeout = '7s'`),
  )
  const [row] = await withConnection(
    connectTo(url, name),
    (sql) => sql<{ limit: string }[]>`select current_setting('statement_timeout') as limit`,
  )
  expect(row).toEqual({ limit: '0' })
  await made.drop()
})
