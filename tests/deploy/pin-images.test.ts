import { afterAll, expect, test } from 'bun:test'
import { chmod, cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dir, '../..')
const directory = await mkdtemp(join(tmpdir(), 'frontage-pins-'))
afterAll(() => rm(directory, { recursive: true }))
for (const name of ['compose.yaml', 'Dockerfile', 'deploy/pin-images'])
  await cp(join(root, name), join(directory, name))
await mkdir(join(directory, 'bin'))

/** Runs the script with a registry that has this digest for every image. */
async function pin(digest: string) {
  const docker = join(directory, 'bin/docker')
  await Bun.write(docker, `#!/bin/sh\necho ${digest}\n`)
  await chmod(docker, 0o755)
  const env = { PATH: `${join(directory, 'bin')}:${process.env.PATH}` }
  const child = Bun.spawn([join(directory, 'deploy/pin-images')], { env, stdout: 'pipe', stderr: 'pipe' })
  return { code: await child.exited, err: await new Response(child.stderr).text() }
}
const text = async () =>
  (
    await Promise.all(['compose.yaml', 'Dockerfile'].map((name) => Bun.file(join(directory, name)).text()))
  ).join('')
const original = await text()
const unpinned = (pinned: string) => pinned.replace(/@sha256:[0-9a-f]{64}/g, '')
const images = (all: string) => all.match(/^(?: *image: |FROM )\S+:\S+/gm) ?? []

test('every image of a registry gets its digest, also again, and nothing else changes', async () => {
  for (const digit of ['a', 'b']) {
    const digest = `sha256:${digit.repeat(64)}`
    expect(await pin(digest)).toEqual({ code: 0, err: '' })
    const pinned = await text()
    expect(unpinned(pinned)).toBe(unpinned(original))
    expect(images(pinned).length).toBe(images(original).length)
    for (const image of images(pinned)) expect(image).toEndWith(`@${digest}`)
  }
})

test('without a digest nothing is written', async () => {
  const before = await text()
  const { code, err } = await pin('')
  expect([code, err]).toEqual([1, expect.stringContaining('the registry names no digest')])
  expect(await text()).toBe(before)
})
