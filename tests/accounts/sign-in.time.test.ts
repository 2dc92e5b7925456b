import { afterAll, describe, expect, test } from 'bun:test'
import { createUser } from '../../src/accounts/admin-users.ts'
import { createPasswords } from '../../src/accounts/passwords.ts'
import { startApp } from '../support/app.ts'
import { startCpuTimer } from '../support/cpu-timer.ts'

// With hashes of the usual cost; those of tests take no time otherwise.
const service = await startApp({}, { passwords: createPasswords() })
afterAll(() => service[Symbol.asyncDispose]())

const PASSWORD = 'a long enough password'
async function account(email: string) {
  const body = { email, name: 'Somebody', role: 'admin', password: PASSWORD }
  const { id } = await createUser(service.deps.auth, { kind: 'system', name: 'test' }, body)
  return { id, credentials: { email, password: PASSWORD } }
}

describe('login', () => {
  test('returns the same 401 in the same processor time for an unknown user, a wrong password and a disabled user', async () => {
    const [known, disabled] = [await account('known@example.com'), await account('disabled@example.com')]
    await service.admin('PATCH', `/api/admin/users/${disabled.id}`, { body: { disabled: true } })
    const attempts = {
      known: { ...known.credentials, password: 'not the password' },
      unknown: { email: 'nobody@example.com', password: 'not the password' },
      disabled: disabled.credentials,
    }
    const times: Record<string, number[]> = { known: [], unknown: [], disabled: [] }
    const answers = new Set<string>()
    for (let round = 0; round < 8; round++) {
      for (const [name, body] of Object.entries(attempts)) {
        const spent = startCpuTimer()
        const answer = await service.anyone('POST', '/api/auth/login', { body })
        // The first round is slower, because it loads modules.
        if (round > 0) times[name]!.push(spent())
        expect(answer.status).toBe(401)
        answers.add(JSON.stringify({ ...answer.body, request_id: null }))
      }
    }
    expect(answers.size).toBe(1)
    // Hashing takes 50 ms or more and everything else one or two, so a median without hashing would be a twentieth.
    const median = (list: number[]) => list.sort((a, b) => a - b)[list.length >> 1]!
    for (const list of Object.values(times)) expect(median(list) / median(times.known!)).toBeWithin(0.5, 2)
  })
})
