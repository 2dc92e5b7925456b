// Rules that many places need stand in one file each. A second copy would sooner or later give another answer.
import { expect, test } from 'bun:test'
import { join } from 'node:path'

type Rule = { rule: string; owner: string; looksLike: RegExp }

const RULES: Rule[] = [
  {
    rule: 'the read-only fields of all records',
    owner: 'src/text/record-fields.ts',
    looksLike: /['"]version['"],[^;\]]{0,80}['"]updated_at['"]|\bversion: 'integer'/,
  },
  {
    rule: 'the fields that publishing sets',
    owner: 'src/text/record-fields.ts',
    looksLike: /['"]status['"], ['"]published_at['"], ['"]unpublish_at['"], ['"]author_id['"]/,
  },
  {
    rule: 'what can be stored',
    owner: 'src/text/storable.ts',
    looksLike:
      /includes\('\\0'\)[^;]{0,40}isWellFormed|isWellFormed[^;]{0,40}includes\('\\0'\)|replaceAll\('\\0', ''\)\.toWell|toWellFormed\(\)\.replaceAll\('\\0'/,
  },
  {
    rule: 'the years of an instant',
    owner: 'src/text/storable.ts',
    looksLike: /['"]?1900['"]? && \w+ < ['"]?2200/,
  },
  {
    rule: 'the check for unpaired surrogates in inputs',
    owner: 'src/text/text-fields.ts',
    looksLike: /coded\('(?:unpaired_surrogate|not_storable)'/,
  },
  {
    rule: 'how SHA-256 is computed',
    owner: 'src/platform/sha256.ts',
    looksLike: /CryptoHasher\('sha256'\)|\bBun\.SHA256\b|subtle\.digest\(/,
  },
]

const root = join(import.meta.dir, '../..')
const source = await Promise.all(
  [...new Bun.Glob('src/**/*.{ts,tsx}').scanSync(root)].map(async (path) => ({
    path,
    code: await Bun.file(join(root, path)).text(),
  })),
)

test.each(RULES)('one file alone has $rule', ({ owner, looksLike }) => {
  expect(source.filter(({ code }) => looksLike.test(code)).map(({ path }) => path)).toEqual([owner])
})
