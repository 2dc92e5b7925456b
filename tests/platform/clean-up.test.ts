import { expect, test } from 'bun:test'
import { CleanUp } from '../../src/platform/clean-up.ts'
import { signInTickets } from '../../src/platform/db/schema/auth.ts'
import { trash } from '../../src/platform/db/schema/trash.ts'
import { startApp } from '../support/app.ts'

test('what has expired is deleted without a mail server too', async () => {
  await using app = await startApp({ TRASH_KEEP_DAYS: '30' })
  const { database, cleanUp } = app.deps
  const start = new Date()
  const days = (count: number) => new Date(start.getTime() + count * 86_400_000)
  app.setClock(start)
  const { body } = await app.admin('POST', '/api/admin/articles', { body: { title: 'gone' } })
  await app.admin('DELETE', `/api/admin/articles/${body.id}`)
  await database.query((tx) =>
    tx.insert(signInTickets).values({
      secret_hash: 'x',
      purpose: 'second-factor',
      data: {},
      expires_at: days(1),
    }),
  )
  const left = () =>
    database.query(async (tx) => [
      (await tx.select().from(trash)).length,
      (await tx.select().from(signInTickets)).length,
    ])
  await cleanUp.run()
  expect(await left()).toEqual([1, 1])
  app.setClock(days(2))
  await cleanUp.run()
  expect(await left()).toEqual([1, 0])
  app.setClock(days(31))
  await cleanUp.run()
  expect(await left()).toEqual([0, 0])
})

test('a task that fails keeps no other from running', async () => {
  const errors: unknown[] = []
  const done: string[] = []
  const failure = new Error('refused')
  const cleanUp = new CleanUp(
    [async () => void done.push('first'), () => Promise.reject(failure), async () => void done.push('last')],
    (error) => errors.push(error),
  )
  await cleanUp.run()
  expect(done).toEqual(['first', 'last'])
  expect(errors).toEqual([failure])
})
