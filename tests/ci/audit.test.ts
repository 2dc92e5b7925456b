// The dependency audit, against a registry of the test.
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'

const root = join(import.meta.dir, '../..')

describe('.ci/audit', () => {
  const advisory = {
    id: 1,
    url: 'https://github.com/advisories/GHSA-test',
    title: 'a test advisory',
    severity: 'high',
    vulnerable_versions: '<99.0.0',
    cwe: [],
    cvss: { score: 8, vectorString: '' },
  }

  /** Runs the script against a registry that answers every request like this. */
  async function audit(answer: () => Response | Promise<Response>, seconds = '120') {
    const registry = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: answer })
    const child = Bun.spawn([join(root, '.ci/audit'), process.execPath], {
      env: { PATH: process.env.PATH!, BUN_CONFIG_REGISTRY: registry.url.origin, AUDIT_SECONDS: seconds },
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const out = await new Response(child.stdout).text()
    const code = await child.exited
    await registry.stop(true)
    return { code, out }
  }

  test('passes without advisories', async () => {
    expect((await audit(() => Response.json({}))).code).toBe(0)
  })

  test('fails on a high advisory of a production dependency and names the package', async () => {
    const { code, out } = await audit(() => Response.json({ hono: [advisory] }))
    expect(code).toBe(1)
    expect(out).toContain('a test advisory')
    expect(out).toContain('hono@')
  })

  test('passes on a moderate advisory', async () => {
    expect((await audit(() => Response.json({ hono: [{ ...advisory, severity: 'moderate' }] }))).code).toBe(0)
  })

  test('is skipped with a line when the registry does not answer audits', async () => {
    const { code, out } = await audit(() => new Response(null, { status: 405 }))
    expect(code).toBe(0)
    expect(out).toContain('skipped: the dependency audit (the registry does not answer audits: 405)\n')
  })

  test('is skipped with a line when the registry stays silent', async () => {
    const { code, out } = await audit(() => new Promise(() => {}), '1')
    expect(code).toBe(0)
    expect(out).toContain('skipped: the dependency audit (the registry does not answer)\n')
  })
})
