// Passwords: argon2id with OWASP's parameters. The only place that hashes or compares one.
import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { createBoundedQueue } from '../bounded-queue.ts'
import { AppError } from '../errors.ts'

const PARAMETERS = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

// Each one keeps a processor busy for some 20 ms: half of them stay free for everything else.
const work = createBoundedQueue({
  maxRunning: Math.max(1, Math.floor(availableParallelism() / 2)),
  maxWaiting: 60,
  createRefusal: () =>
    new AppError('unavailable', 'Too many people are signing in; try again in a moment.', {
      headers: { 'Retry-After': '5' },
    }),
})

/** 10–200 characters, any of them. */
export const password = z.string().min(10).max(200)

/** Throws 503 when too many wait already. */
export const hashPassword = (plain: string) => work.run(() => Bun.password.hash(plain, PARAMETERS))

/** Whether `plain` is the password; takes as long where there is no hash to compare with. Throws 503. */
export async function verifyPassword(plain: string, hash: string | null): Promise<boolean> {
  // Made for the first caller, whoever that is, so that its time says nothing either.
  const nobodys = await unknownUsersHash()
  // argon2 refuses an empty password and one without bound would cost without bound.
  const sound = plain.length > 0 && plain.length <= 200
  const matches = await work.run(() => Bun.password.verify(sound ? plain : 'x', hash ?? nobodys))
  return sound && hash !== null && matches
}

let nobody: Promise<string> | null = null
const unknownUsersHash = () => {
  nobody ??= Bun.password.hash(crypto.randomUUID(), PARAMETERS)
  return nobody
}

/** A password that a person can type, with 120 bits of chance. */
export const generatePassword = () =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(15))).toString('base64url')
