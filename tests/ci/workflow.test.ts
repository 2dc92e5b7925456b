// The hosted workflow, and where tests find the shared folder.
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { YAML } from 'bun'

const root = join(import.meta.dir, '../..')

test('tests and lanes find the shared folder only through FRONTAGE_SHARED', async () => {
  const users: string[] = []
  for (const path of new Bun.Glob('{.ci,tests,src,bench}/**/*').scanSync({ cwd: root, dot: true }))
    if (/\.\.\/shared\b/.test(await Bun.file(join(root, path)).text())) users.push(path)
  expect(users.sort()).toEqual(['.ci/tools.ts', 'tests/support/shared-data.ts'])
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
    const PROOF = /^timeout (\d+)m npm run --silent pinned-bun -- run proof$/
    const [, minutes] = PROOF.exec(proof!.steps.at(-1)!.run ?? '') ?? []
    expect(Number(minutes)).toBeWithin(300, proof!['timeout-minutes'])
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
