// The base image with the Bun that runs the tests, in place of a stand-in under its name that has another version: the
// Dockerfile refuses that.
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const BUN_IMAGE = 'oven/bun:1.4.4-slim'
/** For `docker build`; stand-ins.yaml has the same for compose. */
export const BUN_CONTEXT = `${BUN_IMAGE}=docker-image://frontage-test-bun`

export async function buildBunImage(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'frontage-bun-'))
  await cp(process.execPath, join(directory, 'bun'), { dereference: true })
  await Bun.write(join(directory, 'Dockerfile'), `FROM ${BUN_IMAGE}\nCOPY bun /usr/local/bin/bun\n`)
  const child = Bun.spawn(['docker', 'build', '--quiet', '--tag', 'frontage-test-bun', directory], {
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const reason = await new Response(child.stderr).text()
  await rm(directory, { recursive: true })
  if ((await child.exited) !== 0) throw new Error(reason)
}
