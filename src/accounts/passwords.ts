// Password hashing with argon2id and OWASP's parameters. Nothing else hashes or compares passwords.
import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { createBoundedQueue } from '../platform/bounded-queue.ts'
import { AppError } from '../text/errors.ts'

const PARAMETERS = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

// A hash occupies a core for about 20 ms; half of the cores stay free for everything else.
const hashQueue = createBoundedQueue({
  maxRunning: Math.max(1, Math.floor(availableParallelism() / 2)),
  maxWaiting: 60,
  createRefusal: () =>
    new AppError('unavailable', 'Too many sign-ins are being processed; try again in a moment.', {
      headers: { 'Retry-After': '5' },
    }),
})

/** 10–200 characters of any kind. */
export const password = z.string().min(10).max(200)

/** Throws 503 when too many requests are waiting. */
export const hashPassword = (plain: string) => hashQueue.run(() => Bun.password.hash(plain, PARAMETERS))

/** Whether `plain` matches the hash. Takes the same time when there is no hash (unknown user). Throws 503. */
export async function verifyPassword(plain: string, hash: string | null): Promise<boolean> {
  // Awaited for every user, so that creating it on the first call reveals nothing either.
  const substitute = await substituteHash()
  // argon2 refuses an empty password, and a very long one would take very long.
  const isHashable = plain.length > 0 && plain.length <= 200
  const matches = await hashQueue.run(() => Bun.password.verify(isHashable ? plain : 'x', hash ?? substitute))
  return isHashable && hash !== null && matches
}

let cachedSubstitute: Promise<string> | null = null
// Compared with when the user is unknown.
const substituteHash = () => {
  cachedSubstitute ??= Bun.password.hash(crypto.randomUUID(), PARAMETERS)
  return cachedSubstitute
}

/** A random password with 120 bits of entropy, short enough to type. */
export const generatePassword = () =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(15))).toString('base64url')

/** With `OIDC_ONLY`, how long a password that was set by somebody with access to the machine signs in. */
export const passwordAllowedUntil = (now: Date) => new Date(now.getTime() + 86_400_000)
