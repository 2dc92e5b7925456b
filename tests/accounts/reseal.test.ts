// A change of JWT_SECRET and what is sealed: whatever order the replicas are replaced in, nothing is lost with the former key.
import { afterAll, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { countUnreadable, resealBeforeForgetting } from '../../src/accounts/reseal.ts'
import { openWith, sealWith, signOutHintSeal, totpSeal } from '../../src/accounts/sealed-text.ts'
import { sessions, totpFactors } from '../../src/platform/db/schema/auth.ts'
import { users } from '../../src/platform/db/schema/procurement.ts'
import { sealSignOutHint } from '../../src/procurement/people/sign-out-person.ts'
import { addSession } from '../support/accounts.ts'
import { ADMIN, clientOf, startApp, type TestApp, tokenOf } from '../support/app.ts'
import { onPostgres, untilLocked } from '../support/database.ts'
import { codeAt, setUpTotp } from '../support/factors.ts'

const FORMER = 'the former key, which is longer than 32 bytes'
const NEXT = 'the next key, which is longer than 32 bytes'
const OTHER = 'a key of nobody, which is longer than 32 bytes'
const keyOf = (secret: string) => new TextEncoder().encode(secret)

/** The steps of a replica through a rotation. */
const OLD = { JWT_SECRET: FORMER }
const PREPARED = { JWT_SECRET: FORMER, JWT_SECRET_PREVIOUS: NEXT }
const REPLACED = { JWT_SECRET: NEXT, JWT_SECRET_PREVIOUS: FORMER }
const FORGOTTEN = { JWT_SECRET: NEXT }

const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const PROOF = { current_password: ADMIN.password }
const STEP_MS = 30_000
const start = new Date('2030-01-01T00:00:00Z')

type Replica = Pick<TestApp, 'app' | 'deps'>

const opened: TestApp[] = []
/** A service with the former key alone. A new step of the clock makes the next code of an authenticator app. */
async function begin() {
  const app = await startApp(OLD)
  opened.push(app)
  let now = start.getTime()
  const pass = () => {
    now += STEP_MS
    app.setClock(new Date(now))
  }
  app.setClock(start)
  return { app, pass, now: () => new Date(now) }
}
afterAll(async () => {
  for (const app of opened) await app[Symbol.asyncDispose]()
})

const totpRow = async ({ deps }: Replica) => {
  const [row] = await deps.database.query((tx) => tx.select().from(totpFactors))
  return row!
}
/** Which of the keys opens this text of the first account's authenticator app. */
const keyOfTotp = (sealed: string | null) =>
  [FORMER, NEXT, OTHER].filter((secret) => openWith(sealed!, keyOf(secret), totpSeal(1)) !== null)

const putTotp = ({ deps }: Replica, secret: string, columns: Partial<typeof totpFactors.$inferInsert> = {}) =>
  deps.database.query((tx) =>
    tx.insert(totpFactors).values({
      account_id: 1,
      secret: sealWith(SECRET, keyOf(secret), totpSeal(1)),
      confirmed_at: start,
      ...columns,
    }),
  )

async function signIn({ app, deps }: Replica, secret = SECRET) {
  const client = clientOf(app, null)
  const { ticket } = (await client('POST', '/api/auth/login', { body: ADMIN })).body
  const totp = codeAt(secret, deps.auth.clock())
  return (await client('POST', '/api/auth/second-factor', { body: { ticket, totp } })).status
}

describe('the clean-up', () => {
  test('seals with the new key what the former one has sealed, and its codes go on', async () => {
    const { app, pass } = await begin()
    await putTotp(app, FORMER)
    const replaced = await app.beside({}, REPLACED)
    expect(await signIn(replaced)).toBe(200)
    await replaced.deps.cleanUp.run()
    const row = await totpRow(app)
    expect([keyOfTotp(row.secret), row.pending_secret]).toEqual([[NEXT], null])
    pass()
    expect(await signIn(await app.beside({}, FORGOTTEN))).toBe(200)
  })

  test('seals a secret that waits for its first code, which then confirms it', async () => {
    const { app, now } = await begin()
    const client = clientOf(app.app, await tokenOf(app.app, ADMIN))
    const { secret } = (await client('POST', '/api/auth/totp', { body: PROOF })).body
    const replaced = await app.beside({}, REPLACED)
    await replaced.deps.cleanUp.run()
    expect(keyOfTotp((await totpRow(app)).pending_secret)).toEqual([NEXT])
    const forgotten = await app.beside({}, FORGOTTEN)
    const next = clientOf(forgotten.app, await tokenOf(forgotten.app, ADMIN))
    const body = { code: codeAt(secret, now()) }
    expect((await next('POST', '/api/auth/totp/confirm', { body })).status).toBe(200)
    expect(keyOfTotp((await totpRow(app)).secret)).toEqual([NEXT])
  })

  test('seals what a session of a person keeps for signing out at the provider', async () => {
    const { app, now } = await begin()
    const [person] = await app.deps.database.query((tx) =>
      tx
        .insert(users)
        .values({ subject: 'ada', display_name: 'Ada', created_at: now(), updated_at: now() })
        .returning(),
    )
    const seal = signOutHintSeal(person!.id)
    const id = await addSession(app.deps.auth, { account: 1, now: now() })
    await app.deps.database.query((tx) =>
      tx
        .update(sessions)
        .set({
          account_id: null,
          person_id: person!.id,
          sign_out_hint: sealWith('{}', keyOf(FORMER), seal),
        })
        .where(eq(sessions.id, id)),
    )
    const replaced = await app.beside({}, REPLACED)
    await replaced.deps.cleanUp.run()
    const [session] = await app.deps.database.query((tx) =>
      tx.select().from(sessions).where(eq(sessions.id, id)),
    )
    expect(openWith(session!.sign_out_hint!, keyOf(NEXT), seal)).toBe('{}')
  })

  test('leaves what no key opens as it is', async () => {
    const { app } = await begin()
    await putTotp(app, OTHER)
    const before = await totpRow(app)
    const replaced = await app.beside({}, REPLACED)
    await replaced.deps.cleanUp.run()
    expect(await totpRow(app)).toEqual(before)
  })
})

describe('a replica whose own key is the former one', () => {
  test('seals with it until another has started with the next one, and with that from then on', async () => {
    const { app, pass, now } = await begin()
    const prepared = await app.beside({}, PREPARED)
    const client = clientOf(prepared.app, await tokenOf(prepared.app, ADMIN))
    const early = await setUpTotp(client, now(), PROOF)
    expect(keyOfTotp((await totpRow(app)).secret)).toEqual([FORMER])
    const hint = () => sealSignOutHint(prepared.deps.auth, 1, {})
    expect(openWith(await hint(), keyOf(FORMER), signOutHintSeal(1))).toBe('{}')
    pass()
    const replaced = await app.beside({}, REPLACED)
    expect(openWith(await hint(), keyOf(NEXT), signOutHintSeal(1))).toBe('{}')
    const late = await setUpTotp(client, now(), { totp: codeAt(early.secret, now()) })
    expect(keyOfTotp((await totpRow(app)).secret)).toEqual([NEXT])
    for (const replica of [prepared, replaced]) {
      pass()
      expect(await signIn(replica, late.secret)).toBe(200)
    }
  })

  test('takes nothing back to it in its clean-up', async () => {
    const { app } = await begin()
    await putTotp(app, FORMER)
    const prepared = await app.beside({}, PREPARED)
    const replaced = await app.beside({}, REPLACED)
    await replaced.deps.cleanUp.run()
    await prepared.deps.cleanUp.run()
    expect(keyOfTotp((await totpRow(app)).secret)).toEqual([NEXT])
  })
})

// The confirmation moves the secret from one column to the other, and has read it before.
test.if(onPostgres)(
  'a secret that is sealed again while its first code confirms it stays readable',
  async () => {
    const { app, now } = await begin()
    const client = clientOf(app.app, await tokenOf(app.app, ADMIN))
    const { secret } = (await client('POST', '/api/auth/totp', { body: PROOF })).body
    let confirmed: ReturnType<typeof client> | undefined
    await app.deps.database.transaction(async (tx) => {
      const pending_secret = sealWith(secret, keyOf(NEXT), totpSeal(1))
      await tx.update(totpFactors).set({ pending_secret })
      confirmed = client('POST', '/api/auth/totp/confirm', { body: { code: codeAt(secret, now()) } })
      await untilLocked(app.deps.database, 1)
    })
    expect((await confirmed!).status).toBe(200)
    expect(keyOfTotp((await totpRow(app)).secret)).toEqual([NEXT])
  },
)

test.if(onPostgres)(
  'a secret that its first code confirms while it is sealed again is not missed',
  async () => {
    const { app } = await begin()
    const client = clientOf(app.app, await tokenOf(app.app, ADMIN))
    await client('POST', '/api/auth/totp', { body: PROOF })
    const replaced = await app.beside({}, REPLACED)
    let resealed: Promise<void> | undefined
    await app.deps.database.transaction(async (tx) => {
      // As the confirmation does.
      await tx.update(totpFactors).set({ secret: sql`pending_secret`, pending_secret: null })
      resealed = replaced.deps.cleanUp.run()
      await untilLocked(app.deps.database, 1)
    })
    await resealed
    expect(keyOfTotp((await totpRow(app)).secret)).toEqual([NEXT])
  },
)

test.if(onPostgres)('a secret that is replaced while the former one is sealed again stays', async () => {
  const { app } = await begin()
  await putTotp(app, FORMER)
  const replaced = await app.beside({}, REPLACED)
  const secret = sealWith('MFRGGZDFMZTWQ2LKMFRGGZDFMZTWQ2LK', keyOf(NEXT), totpSeal(1))
  let resealed: Promise<void> | undefined
  await app.deps.database.transaction(async (tx) => {
    await tx.update(totpFactors).set({ secret })
    resealed = replaced.deps.cleanUp.run()
    await untilLocked(app.deps.database, 1)
  })
  await resealed
  expect((await totpRow(app)).secret).toBe(secret)
})

describe('before the former key is forgotten', () => {
  const outcome = (ctx: Parameters<typeof resealBeforeForgetting>[0]) =>
    resealBeforeForgetting(ctx).then(
      (count) => `sealed ${count}`,
      (error: Error) => error.message,
    )
  const keys = ({ deps: { database } }: Replica, secret: string, previous: string | null) => ({
    database,
    tokenKey: keyOf(secret),
    previousTokenKey: previous === null ? null : keyOf(previous),
  })

  test('everything that it alone opens is sealed with the new one', async () => {
    const { app, pass } = await begin()
    await putTotp(app, FORMER, { pending_secret: sealWith(SECRET, keyOf(FORMER), totpSeal(1)) })
    await app.beside({}, REPLACED)
    expect(await outcome(keys(app, NEXT, FORMER))).toBe('sealed 2')
    const row = await totpRow(app)
    expect([keyOfTotp(row.secret), keyOfTotp(row.pending_secret)]).toEqual([[NEXT], [NEXT]])
    expect(await outcome(keys(app, NEXT, FORMER))).toBe('sealed 0')
    pass()
    expect(await signIn(await app.beside({}, FORGOTTEN))).toBe(200)
  })

  test('what no key opens is no reason to keep it', async () => {
    const { app } = await begin()
    await putTotp(app, OTHER)
    await app.beside({}, REPLACED)
    expect(await outcome(keys(app, NEXT, FORMER))).toBe('sealed 0')
    expect(keyOfTotp((await totpRow(app)).secret)).toEqual([OTHER])
  })

  test('without one, nothing is to be done', async () => {
    const { app } = await begin()
    await putTotp(app, FORMER)
    expect(await outcome(keys(app, NEXT, null))).toBe('sealed 0')
    expect(keyOfTotp((await totpRow(app)).secret)).toEqual([FORMER])
  })

  test.each<[string, Record<string, string>[]]>([
    ['no replica has the new key', []],
    ['the replica that started last has the two keys in the other order', [REPLACED, PREPARED]],
  ])('it is refused while %s', async (_, replicas) => {
    const { app, pass } = await begin()
    await putTotp(app, FORMER)
    for (const variables of replicas) await app.beside({}, variables)
    expect(await outcome(keys(app, NEXT, FORMER))).toStartWith(
      'The former key is still needed: the replica that started last does not have it as JWT_SECRET_PREVIOUS. ',
    )
    expect(keyOfTotp((await totpRow(app)).secret)).toEqual([FORMER])
    pass()
    expect(await signIn(app)).toBe(200)
  })

  test('it is refused while a replica goes on sealing with it', async () => {
    const { app } = await begin()
    await putTotp(app, FORMER)
    await app.beside({}, REPLACED)
    // In the place of a replica that has not heard of the new key.
    await app.deps.database.query(async (tx) => {
      await tx.execute(sql`create function keep_secret() returns trigger language plpgsql
        as $$ begin new.secret := old.secret; return new; end $$`)
      await tx.execute(sql`create trigger keep_secret before update on totp_factors
        for each row execute function keep_secret()`)
    })
    expect(await outcome(keys(app, NEXT, FORMER))).toContain('a replica goes on encrypting with it')
    expect(keyOfTotp((await totpRow(app)).secret)).toEqual([FORMER])
  })
})

test('authenticator apps whose secrets no key opens are counted', async () => {
  const { app } = await begin()
  const countWith = async (variables: Record<string, string>) =>
    countUnreadable((await app.beside({}, variables)).deps.auth)
  expect(await countWith(OLD)).toBe(0)
  await putTotp(app, FORMER)
  expect(await countWith(OLD)).toBe(0)
  expect(await countWith(REPLACED)).toBe(0)
  expect(await countWith({ JWT_SECRET: OTHER })).toBe(1)
})
