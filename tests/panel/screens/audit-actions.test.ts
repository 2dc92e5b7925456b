// Every action that the service writes to the audit log has a name in the panel.
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { AUDIT_ACTIONS } from '../../../src/panel/screens/status/audit-actions.ts'

const source = join(import.meta.dir, '../../../src')

test('the audit screen names every action of the service', async () => {
  const written = new Set<string>()
  for await (const file of new Bun.Glob('**/*.ts').scan(source)) {
    if (file.startsWith('panel/') || file.startsWith('client/')) continue
    const text = await Bun.file(join(source, file)).text()
    for (const [, action] of text.matchAll(/\baction: '([a-z_]+\.[a-z_]+)'/g)) written.add(action!)
  }
  expect(written.size).toBeGreaterThan(15)
  expect([...written].filter((action) => !AUDIT_ACTIONS.some((name) => name === action))).toEqual([])
})
