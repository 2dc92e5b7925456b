// The shared folder, the dependency audit and the hosted workflow. The lanes have tests in `ci/`.
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { YAML } from 'bun'

const root = join(import.meta.dir, '..')
test('tests and lanes find the shared folder only through FRONTAGE_SHARED', async () => {
  const users: string[] = []
  for (const path of new Bun.Glob('{.ci,tests,src,bench}/**/*').scanSync({ cwd: root, dot: true }))
    if (/\.\.\/shared\b/.test(await Bun.file(join(root, path)).text())) users.push(path)
  expect(users.sort()).toEqual(['.ci/tools.ts', 'tests/support/shared-data.ts'])
})

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

describe('the hosted workflow', async () => {
  type Step = { uses?: string; run?: string; with?: Record<string, unknown> }
  const workflow = YAML.parse(await Bun.file(join(root, '.github/workflows/ci.yml')).text()) as {
    on: Record<string, unknown>
    permissions: unknown
    jobs: Record<string, { 'runs-on': string; 'timeout-minutes': number; if?: string; steps: Step[] }>
  }
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps)
  const hasRun = (pattern: RegExp) => steps.some(({ run }) => run !== undefined && pattern.test(run))

  test('runs on every push and pull request, with read access only', () => {
    expect(Object.keys(workflow.on)).toContainValues(['push', 'pull_request'])
    expect(workflow.permissions).toEqual({ contents: 'read' })
  })

  test('runs the gate on each push and the proof at night, with room for a slow machine', () => {
    const { gate, proof } = workflow.jobs
    expect(gate!.steps.map(({ run }) => run)).toContain('.ci/run')
    expect(gate!['timeout-minutes']).toBeGreaterThanOrEqual(85)
    expect(gate!.if).toBeUndefined()
    expect(proof!.steps.map(({ run }) => run)).toContain('npm run --silent pinned-bun -- run proof')
    expect(proof!.if).toContain("github.event_name == 'schedule'")
    expect(Object.keys(workflow.on)).toContain('schedule')
  })

  test('builds both images and packs the client', () => {
    expect(hasRun(/^docker build .*GIT_COMMIT/)).toBe(true)
    expect(hasRun(/^docker build --target deploy/)).toBe(true)
    expect(hasRun(/ run client$/m)).toBe(true)
  })

  test('uploads the packed client as an artefact', () => {
    const upload = workflow.jobs.client!.steps.at(-1)!
    expect(upload.uses).toStartWith('actions/upload-artifact@')
    expect(upload.with).toEqual({ name: 'client', path: 'dist/client.tgz', 'if-no-files-found': 'error' })
  })

  test('pins every action and runner to a version', () => {
    for (const { uses } of steps) if (uses) expect(uses).toMatch(/^[\w-]+\/[\w-]+@v\d+\.\d+\.\d+$/)
    for (const job of Object.values(workflow.jobs)) expect(job['runs-on']).toMatch(/^ubuntu-\d+\.\d+$/)
  })
})
