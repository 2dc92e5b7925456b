import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { sha256 } from '../src/platform/sha256.ts'

const file = (name: string) => Bun.file(join(import.meta.dir, '..', name)).text()

test('one version of Bun: the package manager, its types, and the image', async () => {
  const { packageManager, devDependencies } = JSON.parse(await file('package.json'))
  const [, pinned] = /^bun@(\d+\.\d+\.\d+)$/.exec(packageManager) ?? []
  expect(devDependencies['bun-types']).toBe(pinned)
  const images = [
    ...(await file('Dockerfile')).matchAll(/^FROM oven\/bun:(\S+?)(?:-slim)?(?:@sha256:\w{64})?(?: |$)/gm),
  ].map(([, version]) => version)
  expect(images).toEqual([pinned, pinned])
})

test('the Bun that runs is the recorded one', async () => {
  const { packageManager } = JSON.parse(await file('package.json'))
  const lines = (await file('bun.sha256')).trim().split('\n').slice(1)
  const recorded = lines.map((line) => /^([0-9a-f]{64}) {2}(@oven\/bun-[\w-]+)@(.*)$/.exec(line)!)
  expect(new Set(recorded.map(([, , , version]) => `bun@${version}`))).toEqual(new Set([packageManager]))
  expect(recorded.map(([, hash]) => hash!)).toContain(sha256(await Bun.file(process.execPath).bytes()))
})

test('every dependency is pinned to one version', async () => {
  const { dependencies, devDependencies } = JSON.parse(await file('package.json'))
  const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, range]) => !/^\d/.test(String(range)),
  )
  expect(loose).toEqual([])
})

test('the lock file names no host', async () => {
  expect(await file('bun.lock')).not.toMatch(/https?:\/\//)
})

test('.dockerignore admits exactly the files that the Dockerfile copies', async () => {
  const copied = [...(await file('Dockerfile')).matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
    ([, sources]) => sources!.split(' '),
  )
  const admitted = (await file('.dockerignore')).trim().split('\n')
  expect(admitted.filter((line) => line !== '*').toSorted()).toEqual(
    [...new Set(copied)].map((path) => `!${path}`).toSorted(),
  )
})
