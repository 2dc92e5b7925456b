import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { secretNames } from '../../../src/platform/config/secret-files.ts'
import { groups } from '../../../src/platform/config/variable-groups.ts'

const root = join(import.meta.dir, '../../..')
const fields = Object.values(groups).flatMap((group) => {
  const defaults = group.parse({}) as Record<string, unknown>
  return Object.entries(group.shape).map(([name, field]) => ({
    name,
    meaning: field.description ?? '',
    value: shown(defaults[name], field.description ?? ''),
  }))
})

function shown(value: unknown, meaning: string) {
  if (value === undefined) return '–'
  if (Array.isArray(value) && !/ comma-separated$/.test(meaning))
    return value.length === 0 ? 'none' : `\`${JSON.stringify(value)}\``
  if (Array.isArray(value) && value.length === 0) return 'none'
  return `\`${value}\``
}

test('docs/configuration.md lists every variable with its meaning and default, and no other', async () => {
  const page = await Bun.file(join(root, 'docs/configuration.md')).text()
  const table = /<!-- configuration: .*?\n([\s\S]*)<!-- \/configuration -->/.exec(page)?.[1] ?? ''
  const rows = table.trim().split('\n').slice(2)
  expect(rows).toEqual(fields.map(({ name, meaning, value }) => `| \`${name}\` | ${meaning} | ${value} |`))
})

test('.env.example lists every variable', async () => {
  const example = await Bun.file(join(root, '.env.example')).text()
  const missing = fields.filter(({ name }) => !new RegExp(`^#? ?${name}=`, 'm').test(example))
  expect(missing).toEqual([])
})

test('docs/configuration.md lists every secret that may come from a file', async () => {
  const page = await Bun.file(join(root, 'docs/configuration.md')).text()
  const sentence = /This works for ([\s\S]*?)\.\n/.exec(page)?.[1] ?? ''
  const names = [...sentence.matchAll(/`(\w+)`/g)].map(([, name]) => name!)
  expect(names.toSorted()).toEqual([...secretNames].toSorted())
})
