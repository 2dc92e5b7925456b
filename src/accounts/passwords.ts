// Password hashing with argon2id and OWASP's parameters. Nothing else hashes or compares passwords.
import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { createBoundedQueue } from '../platform/bounded-queue.ts'
import { AppError } from '../text/errors.ts'

/** `memoryCost` in KiB, `timeCost` in iterations. */
type Cost = { memoryCost: number; timeCost: number }

const OWASP: Cost = { memoryCost: 19_456, timeCost: 2 }

/** People who are signed in do not wait for sign-ins, of which strangers can send many. */
type Origin = { isSignedIn?: boolean }

/** Hashes and verifies passwords, a limited number at a time. */
export type Passwords = {
  /** Throws 503 when too many requests are waiting. */
  hash(plain: string, origin?: Origin): Promise<string>
  /** Whether `plain` matches the hash. Takes the same time when there is no hash (unknown user). Throws 503. */
  verify(plain: string, hash: string | null, origin?: Origin): Promise<boolean>
}

/** Only tests give a cost of their own. */
export function createPasswords(cost: Cost = OWASP): Passwords {
  const parameters = { algorithm: 'argon2id', ...cost } as const
  // A hash occupies a core for 50 to 80 ms, measured on a slow machine with two cores; half of the cores stay free for
  // everything else.
  const queue = createBoundedQueue({
    maxRunning: Math.max(1, Math.floor(availableParallelism() / 2)),
    maxWaiting: 60,
    createRefusal: () =>
      new AppError('unavailable', 'Too many sign-ins are being processed; try again in a moment.', {
        headers: { 'Retry-After': '5' },
      }),
  })
  let cachedSubstitute: Promise<string> | null = null
  // Compared with when the user is unknown.
  const substituteHash = () => {
    cachedSubstitute ??= Bun.password.hash(crypto.randomUUID(), parameters)
    return cachedSubstitute
  }
  return {
    hash: (plain, { isSignedIn: goesFirst } = {}) =>
      queue.run(() => Bun.password.hash(plain, parameters), { goesFirst }),
    async verify(plain, hash, { isSignedIn: goesFirst } = {}) {
      // Awaited for every user, so that creating it on the first call reveals nothing either.
      const substitute = await substituteHash()
      // argon2 refuses an empty password, and a very long one would take very long.
      const isHashable = plain.length > 0 && plain.length <= 200
      const matches = await queue.run(
        () => Bun.password.verify(isHashable ? plain : 'x', hash ?? substitute),
        { goesFirst },
      )
      return isHashable && hash !== null && matches
    },
  }
}

/** 10–200 characters of any kind. */
export const password = z.string().min(10).max(200)

/** A random password with 120 bits of entropy, short enough to type. */
export const generatePassword = () =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(15))).toString('base64url')
