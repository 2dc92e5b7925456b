// Ten codes that replace a lost factor, each once. They have 80 bits, so a plain hash keeps them secret.
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { recoveryCodes } from '../../platform/db/schema/auth.ts'
import { sha256 } from '../../platform/sha256.ts'
import { foldText } from '../../text/fold-text.ts'

const COUNT = 10
const LENGTH = 16
/** Crockford's: without letters that look like digits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** Replaces the codes of an account and returns the new ones, which are shown once: `7k3m-…`. */
export async function createRecoveryCodes(tx: Tx, accountId: number): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, createCode)
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.account_id, accountId))
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ account_id: accountId, code_hash: hashOf(accountId, code) })))
  return codes
}

/** Uses up a code, which only one of several simultaneous calls gets. Resolves with whether it was one. */
export async function takeRecoveryCode(tx: Tx, accountId: number, code: string): Promise<boolean> {
  const taken = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.account_id, accountId), eq(recoveryCodes.code_hash, hashOf(accountId, code))))
    .returning({ account: recoveryCodes.account_id })
  return taken.length > 0
}

function createCode() {
  const letters = Array.from(crypto.getRandomValues(new Uint8Array(LENGTH)), (byte) => ALPHABET[byte & 31])
  return letters.join('').replace(/.{4}(?=.)/g, '$&-')
}

const hashOf = (accountId: number, code: string) => sha256(`${accountId} ${normalize(code)}`)

const normalize = (code: string) =>
  foldText(code)
    .text.replace(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
